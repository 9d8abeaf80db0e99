import type { Context } from '../../context.ts';
import { type Account, type Caller, lockActive } from '../../platform/accounts/account.ts';
import { requireRoom } from '../../platform/accounts/storage/storage.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { pageOf, rangeOf } from '../../platform/lib/page.ts';
import { selectionOf } from '../contacts/filter.ts';
import { getDevice } from '../devices/device.ts';
import type { Parts } from '../messages/admission/check-content.ts';
import * as queue from '../messages/queue/queue.ts';
import { TEMPLATE_ERRORS } from '../messages/send-call.ts';
import { holdUpload } from '../uploads/upload.ts';
import { type Content, readContent } from './content.ts';
import { forecast } from './forecast.ts';
import { listDailyPaces } from './messaging-limit/messaging-limit.ts';
import { findQuietHours, withZone } from './quiet-hours/quiet-hours.ts';
import { leavesWhenClaimed } from './recipients/stages.ts';
import { REFUSALS } from './refusals.ts';
import {
  type BroadcastStatus,
  type CreateBroadcast,
  DEFAULT_DELAY,
  type ListBroadcasts,
  type PlanTargets,
  type PreviewBroadcast,
} from './schema.ts';
import type { BroadcastRow, ShownBroadcast } from './store.ts';
import * as store from './store.ts';
import { insertBroadcast, insertRetry, type Targets } from './targets-store.ts';

export const { readBacklog } = store;

export const TARGET_ERRORS = [
  'no_recipients_targeted',
  'broadcast_not_found',
  'contact_segment_not_found',
  'no_recipients_matched',
] as const;
export const PLAN_ERRORS = [
  ...TARGET_ERRORS,
  'device_not_found',
  'media_not_found',
  ...TEMPLATE_ERRORS,
] as const;

const MAX_SEED = 2 ** 32;

type Owner = Pick<Account, 'id'>;

/**
 * Freezes the contacts that match now. The device need not be connected. ApiError no_recipients_targeted,
 * device_not_found, no_recipients_matched, media_not_found, account_inactive, storage_limit_reached.
 */
export async function createBroadcast(
  parts: Parts,
  account: Caller,
  input: CreateBroadcast,
): Promise<BroadcastRow> {
  const { ctx } = parts;
  const { targets, device, content, quiet } = await readPlan(parts, account, input);
  const now = ctx.now();
  const scheduledAt = input.scheduled_at ?? null;
  const broadcast = await ctx.db.transaction(async (tx) => {
    await lockActive(tx, account.id);
    await holdFile(ctx, tx, account, content);
    const created = await insertBroadcast(
      tx,
      {
        account_id: account.id,
        device_id: device.id,
        name: input.name,
        ...storedContent(content),
        seed: newSeed(ctx),
        ...delaysOf(input),
        status: scheduledAt ? 'scheduled' : 'draft',
        retry_of: null,
        next_at: scheduledAt ?? now,
        scheduled_at: scheduledAt,
        created_at: now,
        quiet_hours: quiet && JSON.stringify(quiet),
      },
      targets,
    );
    await requireRoom(tx, account.id);
    return created;
  });
  if (!broadcast) throw new ApiError('no_recipients_matched');
  ctx.bus.publish('broadcasts');
  return broadcast;
}

/**
 * ApiError no_recipients_targeted, broadcast_not_found, contact_segment_not_found, device_not_found (also for a
 * released device), media_not_found, and those of templates.
 */
export async function readPlan(parts: Parts, account: Caller, input: PreviewBroadcast) {
  const { ctx } = parts;
  const targets = await readTargets(ctx, account, input);
  const device = await getDevice(ctx, account, input.device_uuid);
  if (device.released_at) throw new ApiError('device_not_found');
  const content = await readContent(parts, account, device, input);
  const { quiet_hours: own } = input;
  const given = own === undefined ? await findQuietHours(ctx.db, account) : own;
  const quiet = given && (await withZone(ctx.db, device, given));
  return { targets, device, content, quiet };
}

/** ApiError no_recipients_targeted, broadcast_not_found, contact_segment_not_found. */
export async function readTargets(
  ctx: Context,
  account: Caller,
  { tags, contact_ids, recipients_of, segment_id: segment }: PlanTargets,
): Promise<Targets> {
  const targets = { tags: tags ?? [], contactIds: contact_ids ?? [], filter: null };
  if (segment) {
    const { tag, filter } = await selectionOf(ctx, account, { segment });
    return { ...targets, tags: tag && !filter ? [tag] : [], filter, earlier: null };
  }
  if (recipients_of) {
    const { broadcast_id: id, stage } = recipients_of;
    const earlier = await store.findBroadcast(ctx.db, { accountId: account.id, id });
    if (!earlier) throw new ApiError('broadcast_not_found');
    return { ...targets, earlier: { id, wave: stage, leavesWhenClaimed: leavesWhenClaimed(earlier.engine) } };
  }
  if (targets.tags.length + targets.contactIds.length === 0) throw new ApiError('no_recipients_targeted');
  return { ...targets, earlier: null };
}

export const storedContent = ({ template, approved, type, file_id }: Content) => ({
  template,
  approved: approved && JSON.stringify(approved),
  type,
  file_id,
});

/** With the insertion or change: until the end, `listHeldFiles` finds it. ApiError media_not_found. */
export async function holdFile(ctx: Context, tx: Tx, { id }: Owner, { file_id }: Content): Promise<void> {
  if (file_id !== null) await holdUpload(ctx, tx, { account_id: id, file_id });
}

export const { listHeldFiles } = store;

/** A single bound moves the default of the other one. */
export function delaysOf({ delay_min_seconds: min, delay_max_seconds: max }: PreviewBroadcast) {
  return {
    delay_min_seconds: min ?? Math.min(DEFAULT_DELAY.min, max ?? DEFAULT_DELAY.max),
    delay_max_seconds: max ?? Math.max(DEFAULT_DELAY.max, min ?? DEFAULT_DELAY.min),
  };
}

export const newSeed = (ctx: Context) => Math.floor(ctx.random() * MAX_SEED);

/** With the expected time of the last message; null while it does not send. */
export interface ForecastBroadcast extends ShownBroadcast {
  finish_expected_at: Date | null;
}

/** ApiError broadcast_not_found. */
export async function getBroadcast(ctx: Context, account: Account, id: number): Promise<ForecastBroadcast> {
  const broadcast = await store.findBroadcast(ctx.db, { accountId: account.id, id });
  if (!broadcast) throw new ApiError('broadcast_not_found');
  const finishOf = await readForecasts(ctx, [broadcast]);
  return { ...broadcast, finish_expected_at: finishOf(broadcast) };
}

/** Newest first, of one account or of all. A page after the last is empty. */
export async function listBroadcasts(
  ctx: Context,
  accountId: number | undefined,
  query: ListBroadcasts,
): Promise<{ broadcasts: ForecastBroadcast[] } & ReturnType<typeof pageOf>> {
  const filter = { account_id: accountId, status: query.status };
  const { total, broadcasts } = await store.listBroadcasts(ctx.db, filter, rangeOf(query));
  const finishOf = await readForecasts(ctx, broadcasts);
  const shown = broadcasts.map((each) => ({ ...each, finish_expected_at: finishOf(each) }));
  return { broadcasts: shown, ...pageOf(query, total) };
}

const SENDING: ReadonlySet<BroadcastStatus> = new Set(['draft', 'scheduled', 'running']);

async function readForecasts(
  ctx: Context,
  broadcasts: readonly ShownBroadcast[],
): Promise<(broadcast: ShownBroadcast) => Date | null> {
  const now = ctx.now();
  const sending = broadcasts.filter(({ status }) => SENDING.has(status));
  const deviceIds = [...new Set(sending.map(({ device_id }) => device_id))];
  const paceOf = await listDailyPaces(ctx.db, sending, now);
  const ofDevice = Map.groupBy(await store.listWork(ctx.db, deviceIds), ({ device_id }) => device_id);
  return (broadcast) => {
    const { id, device_id, status, total_recipients, claimed, next_at, waits_for } = broadcast;
    const { quiet_hours: quiet } = broadcast;
    if (!SENDING.has(status)) return null;
    const own = { ...broadcast, remaining: total_recipients - claimed };
    const others = (ofDevice.get(device_id) ?? []).filter((work) => work.id !== id);
    // The forecast includes a wait for the limit of the portfolio.
    const from = next_at > now && !waits_for ? next_at : now;
    // Before a scheduled broadcast starts, others have the device alone. A wait for the throttle is shared.
    const othersSince = status === 'scheduled' ? now : from;
    return forecast(ctx.config, broadcast, own, others, {
      from,
      othersSince,
      daily: paceOf(broadcast),
      quiet,
    });
  };
}

/** ApiError broadcast_not_found. */
export async function getOwner(ctx: Context, id: number): Promise<number> {
  const owner = await store.findOwner(ctx.db, id);
  if (owner === undefined) throw new ApiError('broadcast_not_found');
  return owner;
}

/**
 * The pause shortens no delay and no schedule. ApiError broadcast_not_found, broadcast_not_paused,
 * device_not_connected.
 */
export function resumeBroadcast(ctx: Context, account: Owner, id: number): Promise<BroadcastRow> {
  return changeLocked(ctx, account, id, async (tx, broadcast) => {
    if (broadcast.status !== 'paused') throw new ApiError('broadcast_not_paused');
    const device = await store.readDevice(tx, broadcast.device_id);
    if (device !== 'connected') throw new ApiError('device_not_connected');
    const now = ctx.now();
    const { reason, started_at, scheduled_at, next_at } = broadcast;
    // After `cost_cap_reached`, `next_at` is the next look at the cap.
    const due = next_at > now && reason !== 'cost_cap_reached' ? next_at : now;
    const waits = started_at === null && scheduled_at !== null && scheduled_at > now;
    return store.resumeBroadcast(tx, {
      ...(waits
        ? { status: 'scheduled', next_at: scheduled_at, started_at, resumed_at: now }
        : { status: 'running', next_at: due, started_at: started_at ?? now, resumed_at: now }),
      id,
    });
  });
}

/** The next claims of this device, or of all, apply the present limit. */
export async function recheckThrottle(ctx: Context, device: { id: number } | 'all'): Promise<void> {
  const now = ctx.now();
  const ended =
    device === 'all'
      ? await store.endWaitsOfAll(ctx.db, { now })
      : await store.endWaitsOfDevice(ctx.db, { device_id: device.id, now });
  if (ended > 0) ctx.bus.publish('broadcasts');
}

const ENDS_BY_ITSELF: ReadonlySet<string | null> = new Set(['account_inactive', 'cost_cap_reached']);

/**
 * Lasts until a resume, also when an earlier reason ends. Messages in flight are sent. Repeatable. ApiError
 * broadcast_not_found, broadcast_finished.
 */
export function pauseBroadcast(ctx: Context, account: Owner, id: number): Promise<BroadcastRow> {
  return changeLocked(ctx, account, id, async (tx, broadcast) => {
    if (isFinished(broadcast)) throw new ApiError('broadcast_finished');
    if (broadcast.status === 'paused' && !ENDS_BY_ITSELF.has(broadcast.reason)) return broadcast;
    const pause = { id, reason: 'paused_by_user' };
    const [paused] = await store.pauseBroadcasts(tx, [pause], ['draft', 'scheduled', 'running', 'paused']);
    return paused ?? broadcast;
  });
}

/**
 * Queued messages fail with a refund; written ones are not sent again. Repeatable. ApiError broadcast_not_found,
 * broadcast_finished (if completed).
 */
export async function cancelBroadcast(ctx: Context, account: Owner, id: number): Promise<BroadcastRow> {
  const cancelled = await endBroadcast(ctx, account, id, CANCELLED);
  if (cancelled.status === 'completed') throw new ApiError('broadcast_finished');
  return cancelled;
}

/** Cancels the broadcasts of a cancelled account. True when all messages are settled. */
export async function endBroadcasts(ctx: Context, account: Owner): Promise<boolean> {
  for (const id of await store.listUnfinished(ctx.db, account.id)) {
    await endBroadcast(ctx, account, id, queue.ACCOUNT_CANCELLED);
  }
  return !(await store.hasUnsettled(ctx.db, account.id));
}

/** Cancels what has begun; drafts and later broadcasts stay. Returns the number of broadcasts. */
export async function dropBegun(ctx: Context, account: Owner): Promise<number> {
  const begun = await store.listBegun(ctx.db, { accountId: account.id, now: ctx.now() });
  for (const { id } of begun) await endBroadcast(ctx, account, id, queue.DROPPED);
  return begun.length;
}

export async function countUnfinished(ctx: Context, account: Owner): Promise<number> {
  return (await store.listUnfinished(ctx.db, account.id)).length;
}

async function endBroadcast(
  ctx: Context,
  account: Owner,
  id: number,
  reason: queue.Reason,
): Promise<BroadcastRow> {
  const ended = await changeLocked(ctx, account, id, async (tx, broadcast) => {
    if (isFinished(broadcast)) return broadcast;
    await queue.endMessages(tx, id, reason, ctx.now());
    return store.cancelBroadcast(tx, { id });
  });
  ctx.bus.publish('events');
  return ended;
}

/**
 * Sends at once to the failed recipients, without opt-outs and those of an earlier retry. ApiError broadcast_not_found,
 * device_not_found, no_recipients_matched, media_not_found, account_inactive.
 */
export async function retryFailed(ctx: Context, account: Account, id: number): Promise<BroadcastRow> {
  const now = ctx.now();
  return changeLocked(ctx, account, id, async (tx, original) => {
    await lockActive(tx, account.id);
    const device = await store.readDevice(tx, original.device_id);
    if (device === 'released') throw new ApiError('device_not_found');
    await holdFile(ctx, tx, account, original);
    const { account_id, device_id, name, delay_min_seconds, delay_max_seconds } = original;
    const retry = await insertRetry(tx, {
      account_id,
      device_id,
      name,
      delay_min_seconds,
      delay_max_seconds,
      ...storedContent(original),
      seed: newSeed(ctx),
      status: 'draft',
      retry_of: id,
      next_at: now,
      scheduled_at: null,
      created_at: now,
      quiet_hours: original.quiet_hours && JSON.stringify(original.quiet_hours),
    });
    if (!retry) throw new ApiError('no_recipients_matched', 'There is no failed recipient to retry.');
    await requireRoom(tx, account.id);
    return retry;
  });
}

/** ApiError broadcast_not_found. */
export async function changeLocked(
  ctx: Context,
  account: Owner,
  id: number,
  change: (tx: Tx, broadcast: BroadcastRow) => Promise<BroadcastRow>,
): Promise<BroadcastRow> {
  const changed = await ctx.db.transaction(async (tx) => {
    const broadcast = await store.lockBroadcast(tx, { accountId: account.id, id });
    if (!broadcast) throw new ApiError('broadcast_not_found');
    return change(tx, broadcast);
  });
  ctx.bus.publish('broadcasts');
  return changed;
}

const CANCELLED = { error_code: 'broadcast_cancelled', error_message: REFUSALS.broadcast_cancelled };

const isFinished = ({ status }: BroadcastRow) => status === 'completed' || status === 'cancelled';

/** The runners call it when broadcasts change, and twice a minute. */
export async function endCancelled(ctx: Context): Promise<void> {
  const ended = await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const cancelled = await store.lockCancelled(tx, { now });
    if (cancelled.length === 0) return 0;
    const reasons = cancelled.map(
      ({ id, account_cancelled }) => [id, account_cancelled ? queue.ACCOUNT_CANCELLED : CANCELLED] as const,
    );
    return queue.endCancelled(tx, new Map(reasons), now);
  });
  if (ended > 0) ctx.bus.publish('events');
}
