import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { takeUnits } from '../../../platform/usage/usage.ts';
import { isVisitor } from '../../people/identity.ts';
import * as bot from './bot-store.ts';
import { STATUS_WAIT_SECONDS } from './expiry.ts';
import { FAILURES } from './failures.ts';
import * as insertion from './insert-store.ts';
import { type InsertedMessage, insertWaiting, type NewMessage, type Origin } from './insert-store.ts';
import * as settle from './settle-store.ts';
import { BATCH, failQueued, type QueuedFailure } from './settle-store.ts';
import type { Suspended } from './suspend-store.ts';
import * as store from './suspend-store.ts';

export type { OpenBotMessage } from './bot-store.ts';
export type { InsertedMessage } from './insert-store.ts';
export type { Suspended } from './suspend-store.ts';

export const {
  carryOver,
  endOpen,
  findUnderWay,
  lockOpenBotMessages,
  moveAnswers,
  supersede,
  underWayBefore,
} = bot;
export type { OldestQueued, QueueAges } from './suspend-store.ts';
export const { skipPublicIds } = insertion;
export const { countQueued, lockSuspended, readOldestQueued, readQueue, resume, suspendBroadcasts } = store;

const STATUS_WAIT_MS = STATUS_WAIT_SECONDS * SECOND;

export interface Reason {
  error_code: string;
  error_message: string;
}

export const ACCOUNT_CANCELLED: Reason = {
  error_code: 'account_cancelled',
  error_message: FAILURES.account_cancelled,
};

/** With a refusal it is stored, and fails at once. */
export interface Outbound extends NewMessage {
  refusal: Reason | null;
}

/**
 * Stores messages of one origin in order, taking a unit for each accepted one, except to visitors. Stops when units run
 * out. Returns the stored messages and the number to send.
 */
export async function insert(
  tx: Tx,
  origin: Origin,
  messages: readonly Outbound[],
  now: Date,
): Promise<{ stored: InsertedMessage[]; sendable: number }> {
  const wanted = messages.filter(needsUnit).length;
  const units = wanted === 0 ? 0 : await takeUnits(tx, origin.account_id, now, wanted);
  const paid = upToUnits(messages, units);
  const stored = await insertWaiting(tx, origin, paid, now);
  const refused = paid.flatMap(({ refusal }, index) => {
    const id = stored[index]?.id;
    return refusal && id !== undefined ? [{ id, ...refusal, refund: false }] : [];
  });
  await failQueued(tx, refused, now);
  return { stored, sendable: paid.filter(({ refusal }) => refusal === null).length };
}

const needsUnit = ({ refusal, phone }: Outbound) => refusal === null && !isVisitor(phone);

function upToUnits(messages: readonly Outbound[], units: number): readonly Outbound[] {
  const unpaid = messages.filter(needsUnit)[units];
  return unpaid ? messages.slice(0, messages.indexOf(unpaid)) : messages;
}

export const DROPPED: Reason = { error_code: 'dropped', error_message: FAILURES.dropped };

/** Ends what waits on these devices, without broadcasts. Returns the number of messages. */
export async function dropQueued(
  ctx: Pick<Context, 'db' | 'now' | 'bus'>,
  deviceIds: readonly number[],
): Promise<number> {
  let dropped = 0;
  for (let count = BATCH; count === BATCH; dropped += count)
    count = await settle.dropQueued(ctx.db, deviceIds, ctx.now());
  if (dropped > 0) ctx.bus.publish('events');
  return dropped;
}

/** For a locked broadcast; `endCancelled` ends possibly written messages later. */
export async function endMessages(tx: Tx, broadcastId: number, reason: Reason, now: Date): Promise<void> {
  await store.suspendAll(tx, { broadcastId, until: new Date(now.getTime() + STATUS_WAIT_MS) });
  await endCancelled(tx, new Map([[broadcastId, reason]]), now);
}

/**
 * For cancelled broadcasts: messages that wait for no status. Returns their number. Locks in one order, against
 * deadlocks.
 */
export async function endCancelled(tx: Tx, reasons: ReadonlyMap<number, Reason>, now: Date): Promise<number> {
  const ended = await store.lockEnded(tx, { broadcastIds: [...reasons.keys()], now });
  const rows = ended.flatMap(({ broadcast_id, ...message }) => {
    const reason = reasons.get(broadcast_id);
    return reason ? [failureOf(message, reason)] : [];
  });
  await failQueued(tx, rows, now);
  return rows.length;
}

/** Possibly written messages are suspended until a status comes or its time is over. */
export async function stopRecipients(
  tx: Tx,
  recipients: readonly { broadcast_id: number; phone: string }[],
  reason: Reason,
  now: Date,
): Promise<void> {
  const queued = await store.lockRecipients(tx, recipients);
  const written = queued.filter(({ maybe_written }) => maybe_written).map(({ id }) => id);
  if (written.length > 0)
    await store.suspend(tx, { ids: written, until: new Date(now.getTime() + STATUS_WAIT_MS) });
  await endSuspended(
    tx,
    queued.filter(({ maybe_written }) => !maybe_written),
    reason,
    now,
  );
}

export async function endSuspended(
  tx: Tx,
  messages: readonly Suspended[],
  reason: Reason,
  now: Date,
): Promise<void> {
  const rows = messages.map((message) => failureOf(message, reason));
  await failQueued(tx, rows, now);
}

/** Under the pseudonym of the person, which their events name. */
export async function endErased(
  tx: Tx,
  messages: readonly (Suspended & { isPaid: boolean })[],
  now: Date,
): Promise<void> {
  const reason = { error_code: 'person_erased', error_message: FAILURES.person_erased };
  const rows = messages.map((message) => {
    const failure = failureOf(message, reason);
    return { ...failure, refund: failure.refund && message.isPaid };
  });
  await failQueued(tx, rows, now);
}

/** A possibly written message ends as unknown, others with the reason and a refund. */
function failureOf({ id, maybe_written }: Suspended, reason: Reason): QueuedFailure {
  return maybe_written ? { id, ...OUTCOME_UNKNOWN, refund: false } : { id, ...reason, refund: true };
}

const OUTCOME_UNKNOWN: Reason = {
  error_code: 'outcome_unknown',
  error_message: FAILURES.outcome_unknown,
};
