import type { Context } from '../../context.ts';
import { HOUR, MINUTE, SECOND } from '../../lib/clock.ts';
import type { Tx } from '../../lib/db/db.ts';
import { insert, type Outbound } from '../../messages/queue/queue.ts';
import { OPTED_OUT } from '../opt-outs/opt-out.ts';
import { findOptedOut, holdOptOuts } from '../opt-outs/store.ts';
import { pauseBroadcasts } from '../store.ts';
import { parseTemplate, render } from '../template.ts';
import { letHeldGo } from './held.ts';
import type { Recipient, RunningBroadcast } from './store.ts';
import * as store from './store.ts';
import { limitAt, windowOf } from './throttle.ts';

/** Recipients of one claim without delays. */
const MOST_CLAIMED = 500;
/** With delays one is sent per claim; those before it who must not be written to are recorded on the way. */
const MOST_LOOKED_AT = 20;
/** Until it is looked again whether what the quota has paid for has left. */
const PAID_MS = SECOND;

/**
 * What to do about this broadcast next.
 * - more: there are recipients to be claimed at once.
 * - soon: others are at it, or enough of its messages wait for the device.
 * - later: when it is due again, if ever.
 */
export type Next = 'more' | 'soon' | 'later';

/** Why a recipient's message is recorded and never sent. */
const UNSENDABLE = {
  contact_deleted: 'The contact was deleted before its message was created.',
  opted_out: OPTED_OUT,
  empty_text: 'The text is empty, because the contact has no name.',
} as const;

interface Judged {
  place: number;
  phone: string;
  /** The rendered text, or why it is not to be sent. */
  text: string | null;
  refusal: keyof typeof UNSENDABLE | null;
}

/**
 * Lets messages of a broadcast go, as many as delay, throttle, quota and the messages under way allow: first those that a pause has kept back,
 * then those that it makes of the next recipients: texts, units of quota and the place it has come to are one transaction. From then on they
 * are sent like any other message. Any number of processes may claim at once: a recipient becomes one message, and a device is never given more
 * than it may send.
 */
export async function claimRecipients(ctx: Context, broadcastId: number): Promise<Next> {
  const outcome = await ctx.db.transaction().execute((tx) => claim(ctx, tx, broadcastId));
  if (outcome.due > 0) ctx.bus.publish('messages');
  if (outcome.failed > 0) ctx.bus.publish('events');
  if (outcome.isPaidOut) {
    // Apart, for it waits for messages, and those who end messages wait for the quota that the claim has locked.
    const pause = { id: broadcastId, reason: 'quota_exhausted' };
    await ctx.db.transaction().execute((tx) => pauseBroadcasts(tx, [pause], ['running']));
  }
  return outcome.next;
}

interface Outcome {
  next: Next;
  due: number;
  failed: number;
  /** The quota is empty, and nothing that it has paid for is left to go. */
  isPaidOut?: boolean;
}

const nothing = (next: Next): Outcome => ({ next, due: 0, failed: 0 });

async function claim(ctx: Context, tx: Tx, broadcastId: number): Promise<Outcome> {
  const now = ctx.now();
  const broadcast = await store.lockDue(tx, broadcastId, now);
  if (!broadcast || !(await store.lockLane(tx, broadcast.device_id))) return nothing('soon');

  const { perHour: limit } = limitAt(ctx.config.KURIR_BROADCAST_THROTTLE, broadcast, now);
  const lane = await store.readLane(tx, broadcast, limit ?? 0, now);
  if (limit !== null && lane.oldest && lane.used >= limit) {
    // Those that are still due may be cancelled before they leave.
    const freeAt = lane.oldest < now ? lane.oldest.getTime() + HOUR : now.getTime() + MINUTE;
    await store.advance(tx, broadcast.id, { claimed: 0, next_at: new Date(freeAt) });
    return nothing('later');
  }
  const window = windowOf(broadcast.engine, ctx.config);
  const share = Math.max(1, Math.floor(window / lane.running));
  const free = Math.min(share - lane.due, window - lane.waiting);
  const hasDelay = broadcast.delay_max_seconds > 0;
  // Two that wait for a device leave it together, whatever lay between them.
  if (free <= 0 || (hasDelay && lane.ready > 0)) return nothing('soon');

  const room = Math.min(hasDelay ? 1 : MOST_CLAIMED, free, limit === null ? Infinity : limit - lane.used);
  const delayMs = hasDelay ? delayOf(broadcast, ctx.random()) : 0;
  const held = lane.held > 0 ? await letHeldGo(tx, broadcast, room, now) : { released: 0, ended: 0 };
  if (held.released > 0) {
    await store.advance(tx, broadcast.id, { claimed: 0, next_at: new Date(now.getTime() + delayMs) });
    return { next: hasDelay ? 'later' : 'more', due: held.released, failed: held.ended };
  }
  const outcome = await claimNext(tx, broadcast, { room, delayMs, ready: lane.ready }, now);
  return { ...outcome, failed: outcome.failed + held.ended };
}

/** Makes messages of the next recipients, no more than `room` of them to be sent; `ready` of its messages wait for the device as it is. */
async function claimNext(
  tx: Tx,
  broadcast: RunningBroadcast,
  { room, delayMs, ready }: { room: number; delayMs: number; ready: number },
  now: Date,
): Promise<Outcome> {
  const recipients = await store.readRecipients(tx, broadcast, Math.max(room, MOST_LOOKED_AT));
  const judged = await judge(tx, broadcast, recipients, room);
  const wanted = judged.filter(isSendable).length;
  const { stored: claimed, sendable: granted } = await insert(
    tx,
    {
      ...{ account_id: broadcast.account_id, device_id: broadcast.device_id, broadcast_id: broadcast.id },
      ...{ source: 'broadcast', author_id: null },
    },
    judged.map(messageOf),
    now,
  );

  const isExhausted = granted < wanted;
  const waitMs = Math.max(granted > 0 ? delayMs : 0, isExhausted ? PAID_MS : 0);
  const next_at = new Date(now.getTime() + waitMs);
  await store.advance(tx, broadcast.id, { claimed, next_at });
  const claimedInAll = broadcast.claimed + claimed;
  const isOver = claimed === 0 || claimedInAll >= broadcast.total_recipients;
  return {
    next: isOver || waitMs > 0 ? 'later' : 'more',
    due: granted,
    failed: claimed - granted,
    // What the quota has paid for leaves first.
    isPaidOut: isExhausted && granted + ready === 0,
  };
}

const isSendable = ({ refusal }: Judged) => refusal === null;

/** A text message to the recipient, or the record of one who gets none. */
function messageOf({ place, phone, text, refusal }: Judged): Outbound {
  return {
    ...{ phone, type: 'text', body: text, media_url: null, interactive: null, broadcast_place: place },
    refusal: refusal && { error_code: refusal, error_message: UNSENDABLE[refusal] },
  };
}

/** What becomes of the first of these recipients, with no more than `room` to be sent. */
async function judge(
  tx: Tx,
  broadcast: RunningBroadcast,
  recipients: readonly Recipient[],
  room: number,
): Promise<Judged[]> {
  const phones = recipients.flatMap(({ phone }) => (phone === null ? [] : [phone]));
  await holdOptOuts(tx, broadcast.account_id);
  const optedOut = await findOptedOut(tx, broadcast.account_id, phones);
  const template = parseTemplate(broadcast.template);
  const judged: Judged[] = [];
  let sendable = 0;
  for (const recipient of recipients) {
    const each = judgeOne(recipient);
    if (isSendable(each)) sendable += 1;
    if (sendable > room) break;
    judged.push(each);
  }
  return judged;

  function judgeOne({ place, phone, name }: Recipient): Judged {
    if (phone === null) return { place, phone: '', text: null, refusal: 'contact_deleted' };
    if (optedOut.has(phone)) return { place, phone, text: null, refusal: 'opted_out' };
    const text = render(template, { seed: broadcast.seed, place, nama: name ?? '' });
    if (text.trim() === '') return { place, phone, text: null, refusal: 'empty_text' };
    return { place, phone, text, refusal: null };
  }
}

/** Anywhere between the bounds, both included, in milliseconds; `drawn` is from 0 to below 1. */
function delayOf(broadcast: RunningBroadcast, drawn: number): number {
  const { delay_min_seconds: min, delay_max_seconds: max } = broadcast;
  return min * SECOND + Math.floor(drawn * ((max - min) * SECOND + 1));
}
