import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { record } from '../../../platform/audit/audit.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { ReachCheck } from '../../../platform/lib/guarded-fetch/reach-check.ts';
import { lockTakenEvents } from '../../events/consumer.ts';
import { renewSubscription, WEBHOOKS } from '../consumer.ts';
import { MAX_WEBHOOKS } from '../schema.ts';
import { lockAccount, type WebhookRow } from '../store.ts';
import { entryOf, getWebhook, requireReachable } from '../webhook.ts';
import * as store from './store.ts';

/** Few enough that their locks do not delay other work. */
const CHUNK = 1_000;
/** A repaired receiver gets 50 held deliveries per second, beside new events. */
const GAP_MS = 20;

type Caller = Pick<Account, 'id'>;

export interface Enabled {
  webhook: WebhookRow;
  queued: number;
  /** Null when the webhook was enabled already. */
  missedSince: Date | null;
}

/** FieldErrors for a URL that no request can reach: the webhook would be disabled again. */
export async function requireWorthEnabling(
  ctx: Context,
  account: Caller,
  id: number,
  reach: ReachCheck,
): Promise<void> {
  const { status, url } = await getWebhook(ctx, account, id);
  if (status === 'disabled') await requireReachable(reach, url);
}

/** Resets failures and queues each held delivery once. Repeatable: another call continues an unfinished one. */
export async function enableWebhook(ctx: Context, account: Caller, id: number): Promise<Enabled> {
  const missedSince = await resetFailures(ctx, account, id);
  const queued = await queueAllHeld(ctx, { account_id: account.id, webhook_id: id });
  if (missedSince !== null || queued > 0) ctx.log.info({ webhook_id: id, queued }, 'webhook.enabled');
  return { webhook: await getWebhook(ctx, account, id), queued, missedSince };
}

/** Returns when it was disabled; null if it was enabled. */
function resetFailures(ctx: Context, account: Caller, id: number): Promise<Date | null> {
  const webhook = { account_id: account.id, webhook_id: id };
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, { account_id: account.id });
    const before = await store.lockFailures(tx, webhook);
    if (!before) throw new ApiError('webhook_not_found');
    const { status, failure_count, disabled_at } = before;
    if (status === 'enabled' && failure_count === 0) return null;
    const now = ctx.now();
    if (!(await store.enable(tx, webhook, { limit: MAX_WEBHOOKS, now }))) {
      throw new ApiError('webhook_limit_reached');
    }
    await renewSubscription(tx, account.id);
    const detail = { failure_count, disabled_at: disabled_at?.toISOString() ?? null };
    await record(tx, ctx, [{ ...entryOf('webhook.enabled', account, id), detail }]);
    return status === 'disabled' ? (disabled_at ?? now) : null;
  });
}

/** Pending deliveries are held soon; attempts in flight count. Repeatable. ApiError webhook_not_found. */
export async function disableWebhook(ctx: Context, account: Caller, id: number): Promise<WebhookRow> {
  const isNew = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, { account_id: account.id });
    if (!(await store.disable(tx, { account_id: account.id, webhook_id: id }, ctx.now()))) return false;
    await renewSubscription(tx, account.id);
    await record(tx, ctx, [entryOf('webhook.disabled', account, id)]);
    return true;
  });
  if (isNew) ctx.log.info({ webhook_id: id }, 'webhook.switched_off');
  return getWebhook(ctx, account, id);
}

async function queueAllHeld(
  ctx: Context,
  webhook: { account_id: number; webhook_id: number },
): Promise<number> {
  let queued = 0;
  for (let after = { at: new Date(0), id: 0 }; ; ) {
    const held = await store.listHeld(ctx.db, {
      ...webhook,
      after_at: after.at,
      after_id: after.id,
      limit: CHUNK,
    });
    const last = held.at(-1);
    if (last === undefined) return queued;
    queued += await queueChunk(ctx, webhook.account_id, held, queued);
    ctx.bus.publish('deliveries');
    if (held.length < CHUNK) return queued;
    after = last;
  }
}

/** Locks the events first: the retention keeps them, or has deleted them with their deliveries. */
function queueChunk(
  ctx: Context,
  accountId: number,
  held: readonly store.HeldDelivery[],
  earlier: number,
): Promise<number> {
  const ids = held.map(({ id }) => id);
  const events = [...new Set(held.map(({ event_id }) => event_id))];
  return ctx.db.transaction(async (tx) => {
    const eventIds = await lockTakenEvents(tx, WEBHOOKS, accountId, events);
    return store.queueHeld(tx, { ids, eventIds, earlier, gapMs: GAP_MS, now: ctx.now() });
  });
}
