import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Cursor } from '../../../platform/lib/page.ts';
import { listEvents, lockTakenEvents } from '../../events/consumer.ts';
import { WEBHOOKS } from '../consumer.ts';
import { getEnabledWebhook } from '../webhook.ts';
import { REPLAYS, reserveByHand, reservePace, type Target } from './pace.ts';
import type { ReplayEvents } from './schema.ts';
import * as store from './store.ts';

/** Few enough that their locks do not delay other work. */
const CHUNK = 1_000;
const CHUNKS_PER_CALL = 50;

type Caller = Pick<Account, 'id'>;
type Span = Parameters<typeof listEvents>[1];

/** A pending delivery is sent now instead. Returns its id. ApiError service_unavailable: too many wait. */
export async function replayDelivery(
  ctx: Context,
  account: Caller,
  webhookId: number,
  deliveryId: number,
): Promise<number> {
  const target = await getEnabledWebhook(ctx, account, webhookId);
  const webhook = { account_id: account.id, webhook_id: webhookId };
  const id = await ctx.db.transaction(async (tx) => {
    const found = await store.findEventsOf(tx, { ...webhook, id: deliveryId });
    const [event_id] = await lockTakenEvents(tx, WEBHOOKS, account.id, found);
    if (event_id === undefined) throw new ApiError('delivery_not_found');
    const now = ctx.now();
    const waiting = await store.findPending(tx, webhookId, event_id);
    const wait_ms = await reserveByHand(tx, target, now);
    if (waiting === undefined)
      return store.insertDelivery(tx, { ...webhook, event_id, kind: 'replay', wait_ms, now });
    await store.hurryPending(tx, webhook, { eventIds: [event_id], wait_ms, per_second: 1, before: 0, now });
    return waiting;
  });
  ctx.bus.publish('deliveries');
  return id;
}

/**
 * Includes events from before the registration, in order, at the pace of `REPLAYS`. Pending deliveries are sent now
 * instead. Returns where to continue, null at the end.
 */
export async function replayEvents(
  ctx: Context,
  account: Caller,
  webhookId: number,
  request: ReplayEvents,
): Promise<{ queued: number; next: Cursor | null }> {
  const target = await getEnabledWebhook(ctx, account, webhookId);
  const { events: types, device_uuids } = target;
  const span = {
    account_id: account.id,
    types,
    device_uuids,
    since: request.since,
    until: request.until ?? null,
  };
  const except = request.only === 'all' ? ['pending'] : ['pending', 'delivered'];

  const replayed = await store.withReplayLock(ctx.db, account.id, async () => {
    let [queued, next]: [number, Cursor | null] = [0, request.cursor ?? { at: request.since, id: 0 }];
    for (let chunk = 0; chunk < CHUNKS_PER_CALL && next !== null; chunk += 1) {
      const done = await replayChunk(ctx, { span, target, except, after: next });
      queued += done.queued;
      next = done.next;
      if (done.queued > 0) ctx.bus.publish('deliveries');
    }
    return { queued, next };
  });

  if (!replayed) throw new ApiError('replay_under_way');
  // The webhook was disabled meanwhile, so the deliveries are held.
  await getEnabledWebhook(ctx, account, webhookId);
  ctx.log.info({ webhook_id: webhookId, queued: replayed.queued }, 'webhook.replayed');
  return replayed;
}

async function replayChunk(
  ctx: Context,
  chunk: { span: Span; target: Target; except: string[]; after: Cursor },
): Promise<{ queued: number; next: Cursor | null }> {
  const { span, target, except, after } = chunk;
  const events = await listEvents(ctx.db, span, after, CHUNK);
  const last = events.length === CHUNK ? events.at(-1) : undefined;
  const next = last ? { at: last.at, id: last.id } : null;
  const wanted = events.filter((event) => event.wanted).map(({ id }) => id);
  if (wanted.length === 0) return { queued: 0, next };

  const queued = await ctx.db.transaction(async (tx) => {
    const eventIds = await lockTakenEvents(tx, WEBHOOKS, span.account_id, wanted);
    const webhook = { account_id: span.account_id, webhook_id: target.id };
    const now = ctx.now();
    const wait_ms = await reservePace(tx, REPLAYS, target, { now, count: 0 });
    const paced = { eventIds, now, wait_ms, per_second: REPLAYS.perSecond.account };
    const hurried = await store.hurryPending(tx, webhook, { ...paced, before: 0 });
    const inserted = await store.insertReplays(tx, webhook, { ...paced, except, before: hurried });
    // The first call locked the rows of the pace, so no other replay has these times.
    await reservePace(tx, REPLAYS, target, { now, count: hurried + inserted });
    return hurried + inserted;
  });
  return { queued, next };
}

/** ApiError service_unavailable: too many wait. Returns the id of the delivery. */
export async function sendTestEvent(ctx: Context, account: Caller, webhookId: number): Promise<number> {
  const target = await getEnabledWebhook(ctx, account, webhookId);
  const id = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const wait_ms = await reserveByHand(tx, target, now);
    const event_id = await store.insertTestEvent(tx, account.id, now);
    const webhook = { account_id: account.id, webhook_id: webhookId };
    return store.insertDelivery(tx, { ...webhook, event_id, kind: 'test', wait_ms, now });
  });
  ctx.bus.publish('deliveries');
  return id;
}
