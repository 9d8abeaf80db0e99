import type { Context } from '../../../context.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { uploadUrl } from '../../../platform/lib/media/upload-url.ts';
import { storableJson } from '../../../platform/lib/text.ts';
import { insert, type Outbound } from '../../messages/queue/queue.ts';
import { writerOf } from '../content.ts';
import { type Allowance, openAllowance } from '../messaging-limit/messaging-limit.ts';
import { findAddresses, lockOptOuts } from '../opt-outs/opt-out.ts';
import { quietUntil } from '../quiet-hours/quiet-hours.ts';
import { REFUSALS } from '../refusals.ts';
import { pauseBroadcasts } from '../store.ts';
import { backlogLimitOf } from './backlog-limit.ts';
import { type ClaimBudget, openClaimBudget } from './budget.ts';
import type { Recipient, RunningBroadcast } from './claim-store.ts';
import * as store from './claim-store.ts';
import { resumeSuspended } from './resume-suspended.ts';
import { limitAt } from './throttle.ts';

const MAX_CLAIMED = 500;
/** With delays a claim sends one message; it also records refused recipients before that one. */
const MAX_READ = 20;
/** The wait for messages that used the last quota units, or reached the cap. */
const LIMIT_RECHECK_MS = SECOND;

/** When to claim again: at once; after another claim or sent messages; when due again. */
export type NextClaim = 'more' | 'soon' | 'later';

interface JudgedRecipient {
  index: number;
  phone: string;
  /** Null: refused. Empty: a file without a caption. */
  body: string | null;
  /** `OutboundDetails` as JSON. */
  details: string | null;
  /** The person newly counts for the limit of the portfolio. */
  usesLimit: boolean;
  refusal: keyof typeof REFUSALS | null;
}

/**
 * Releases messages within delay, throttle, quota and backlog limit: suspended ones first, then those of the next
 * recipients. Messages, units and `claimed` change in one transaction. So any number of processes may claim at once: a
 * recipient gets one message, and a device keeps its limits.
 */
export async function claimRecipients(ctx: Context, broadcastId: number): Promise<NextClaim> {
  const outcome = await ctx.db.transaction((tx) => claim(ctx, tx, broadcastId));
  if (outcome.released > 0) ctx.bus.publish('messages');
  if (outcome.failed > 0) ctx.bus.publish('events');
  if (outcome.pause) {
    // A separate transaction, against a deadlock: writers of suspended messages may wait for the quota that the claim
    // locks.
    const pause = { id: broadcastId, reason: outcome.pause };
    await ctx.db.transaction((tx) => pauseBroadcasts(tx, [pause], ['running']));
  }
  return outcome.next;
}

interface Outcome {
  next: NextClaim;
  released: number;
  failed: number;
  /** The quota or the cap is used up, and all messages within it have left. */
  pause?: 'quota_exhausted' | 'cost_cap_reached' | null;
}

const nothing = (next: NextClaim): Outcome => ({ next, released: 0, failed: 0 });

async function claim(ctx: Context, tx: Tx, broadcastId: number): Promise<Outcome> {
  const now = ctx.now();
  const broadcast = await store.lockDue(tx, { id: broadcastId, now });
  if (!broadcast || !(await store.lockDeviceClaims(tx, broadcast.device_id))) return nothing('soon');

  const resting = quietUntil(broadcast.quiet_hours, now);
  if (resting) {
    await store.advance(tx, broadcast.id, { claimed: 0, next_at: resting, waits_for: 'quiet_hours' });
    return nothing('later');
  }
  const { perHour: limit } = limitAt(ctx.config.KURIR_BROADCAST_THROTTLE, broadcast, now);
  const load = await store.readDeviceLoad(tx, broadcast, limit ?? 0, now);
  const throttledUntil = limit === null ? null : endOfThrottle(load, limit, now);
  if (throttledUntil) {
    await store.advance(tx, broadcast.id, { claimed: 0, next_at: throttledUntil });
    return nothing('later');
  }
  const free = freeBacklog(load, backlogLimitOf(broadcast.engine, ctx.config));
  const hasDelay = broadcast.delay_max_seconds > 0;
  // Two waiting messages would leave together, without the delay between them.
  if (free <= 0 || (hasDelay && load.ready > 0)) return nothing('soon');

  const capacity = Math.min(hasDelay ? 1 : MAX_CLAIMED, free, limit === null ? Infinity : limit - load.used);
  const budget = await openClaimBudget(tx, broadcast, { capacity, now });
  if (budget === 'busy') return nothing('soon');
  if (budget.isSpent) return waitAtCap(tx, broadcast, load, now);
  const delayMs = hasDelay ? delayOf(broadcast, ctx.random()) : 0;
  const { resumed, failed } =
    load.suspended > 0
      ? await resumeSuspended(tx, broadcast, { capacity, budget, box: ctx.box }, now)
      : { resumed: 0, failed: 0 };
  if (resumed > 0) {
    await store.advance(tx, broadcast.id, { claimed: 0, next_at: new Date(now.getTime() + delayMs) });
    return { next: hasDelay ? 'later' : 'more', released: resumed, failed };
  }
  const room = { capacity, budget, box: ctx.box, delayMs, ready: load.ready };
  const outcome = await claimNext(tx, broadcast, room, now);
  return { ...outcome, failed: outcome.failed + failed };
}

async function waitAtCap(
  tx: Tx,
  { id }: RunningBroadcast,
  { open }: store.DeviceLoad,
  now: Date,
): Promise<Outcome> {
  await store.advance(tx, id, { claimed: 0, next_at: new Date(now.getTime() + LIMIT_RECHECK_MS) });
  return { ...nothing('later'), pause: open === 0 ? 'cost_cap_reached' : null };
}

/** Null below the limit. */
function endOfThrottle({ used, oldest }: store.DeviceLoad, limit: number, now: Date): Date | null {
  if (!oldest || used < limit) return null;
  if (oldest < now) return new Date(oldest.getTime() + HOUR);
  // Open messages use up the limit. They count from their departure, or never if they are cancelled.
  return new Date(now.getTime() + MINUTE);
}

/** The running broadcasts of a device share its backlog. */
function freeBacklog({ running, open, device_ready }: store.DeviceLoad, backlogLimit: number): number {
  const share = Math.max(1, Math.floor(backlogLimit / running));
  return Math.min(share - open, backlogLimit - device_ready);
}

interface Room {
  capacity: number;
  budget: ClaimBudget;
  box: Context['box'];
}

/** At most `capacity` of them are sent. */
async function claimNext(
  tx: Tx,
  broadcast: RunningBroadcast,
  { capacity, budget, box, delayMs, ready }: Room & { delayMs: number; ready: number },
  now: Date,
): Promise<Outcome> {
  const recipients = await store.readRecipients(tx, broadcast, Math.max(capacity, MAX_READ));
  const phones = recipients.flatMap(({ phone }) => (phone === null ? [] : [phone]));
  const allowance = await openAllowance(tx, broadcast, phones, now);
  const { judged, isOverLimit } = await judge(tx, broadcast, recipients, {
    capacity,
    budget,
    box,
    allowance,
  });
  if (allowance && isOverLimit && judged.length === 0) {
    await allowance.take(0);
    const wait = { next_at: allowance.nextAt, waits_for: 'messaging_limit' } as const;
    await store.advance(tx, broadcast.id, { claimed: 0, ...wait });
    return nothing('later');
  }
  const wanted = judged.filter(isSendable).length;
  const { stored, sendable: paid } = await insert(
    tx,
    { account_id: broadcast.account_id, broadcast_id: broadcast.id, source: 'broadcast', author_id: null },
    judged.map((each) => messageOf(each, broadcast)),
    now,
  );

  const claimed = stored.length;
  await allowance?.take(judged.slice(0, claimed).filter((each) => each.usesLimit).length);
  const isExhausted = paid < wanted;
  const waitMs = Math.max(paid > 0 ? delayMs : 0, isExhausted ? LIMIT_RECHECK_MS : 0);
  const next_at = new Date(now.getTime() + waitMs);
  await store.advance(tx, broadcast.id, { claimed, next_at });
  const claimedInAll = broadcast.claimed + claimed;
  const isOver = claimed === 0 || claimedInAll >= broadcast.total_recipients;
  return {
    next: isOver || waitMs > 0 ? 'later' : 'more',
    released: paid,
    failed: claimed - paid,
    pause: isExhausted && paid + ready === 0 ? 'quota_exhausted' : null,
  };
}

const isSendable = ({ refusal }: JudgedRecipient) => refusal === null;

function messageOf(
  { index, phone, body, details, refusal }: JudgedRecipient,
  { account_id, device_id, type, file_id }: RunningBroadcast,
): Outbound {
  return {
    device_id,
    phone,
    type,
    body,
    media_url: file_id && uploadUrl(account_id, file_id),
    interactive: null,
    details,
    broadcast_place: index,
    refusal: refusal && { error_code: refusal, error_message: REFUSALS[refusal] },
  };
}

async function judge(
  tx: Tx,
  broadcast: RunningBroadcast,
  recipients: readonly Recipient[],
  { capacity, budget, box, allowance }: Room & { allowance: Allowance | null },
): Promise<{ judged: JudgedRecipient[]; isOverLimit: boolean }> {
  const phones = recipients.flatMap(({ phone }) => (phone === null ? [] : [phone]));
  await budget.price(phones);
  const findOptedOut = await lockOptOuts(tx, box, broadcast.account_id);
  const addresses = await findAddresses(tx, broadcast.account_id, phones);
  const optedOut = await findOptedOut(addresses);
  const others = [...new Set([...addresses.values()].flat())];
  const reached = others.length > 0 ? await store.findReached(tx, broadcast, others) : new Set<string>();
  const write = writerOf(broadcast, broadcast.seed);
  const judged: JudgedRecipient[] = [];
  let sendable = 0;
  let people = 0;
  for (const recipient of recipients) {
    const each = judgeOne(recipient);
    if (isSendable(each)) sendable += 1;
    if (sendable > capacity) break;
    const isOverLimit = each.usesLimit && people >= (allowance?.peopleLeft ?? 0);
    if (isOverLimit) return { judged, isOverLimit };
    if (isSendable(each) && !budget.take(each.phone)) break;
    if (each.usesLimit) people += 1;
    judged.push(each);
    if (isSendable(each)) reached.add(each.phone);
  }
  return { judged, isOverLimit: false };

  function judgeOne({ index, phone, name, email, fields }: Recipient): JudgedRecipient {
    const refused = (refusal: keyof typeof REFUSALS): JudgedRecipient => ({
      index,
      phone: phone ?? '',
      body: null,
      details: null,
      usesLimit: false,
      refusal,
    });
    if (phone === null) return refused('contact_deleted');
    if (optedOut.has(phone)) return refused('opted_out');
    if (addresses.get(phone)?.some((other) => reached.has(other))) return refused('same_person');
    const { body, template, details, isBlank } = write({
      index,
      contact: { phone, name: name ?? '', email, fields },
    });
    if (isBlank) return refused('empty_text');
    const inWindow = allowance?.hasWindow(phone) && { in_window: true };
    const stored = template && storableJson({ ...details, ...inWindow, template });
    const usesLimit = allowance !== null && !allowance.isFree(phone);
    return { index, phone, body, details: stored, usesLimit, refusal: null };
  }
}

/** Milliseconds, bounds included. `random` is from 0 to below 1. */
function delayOf(broadcast: RunningBroadcast, random: number): number {
  const { delay_min_seconds: min, delay_max_seconds: max } = broadcast;
  return min * SECOND + Math.floor(random * ((max - min) * SECOND + 1));
}
