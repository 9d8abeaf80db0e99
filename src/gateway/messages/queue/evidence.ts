import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { CALL_LIMIT_MS } from '../../engines/engine.ts';
import * as store from './evidence-store.ts';

export type { Report } from './evidence-store.ts';

export const { noteEvidence } = store;

/** From the mark to failure without a callback. */
export const UNRESOLVED_MS = 10 * MINUTE;
/** An older mark allows no call: the message may have been sent again. */
export const MARK_LIFE_MS = 10 * SECOND;
/** From the mark: the call has ended in any process. */
export const CALL_END_MS = MARK_LIFE_MS + CALL_LIMIT_MS + 5 * SECOND;
/** Without a callback, the message was not taken. After a gap in listening it may be longer. */
export const SILENCE_MS = MINUTE;
/** The interval of signs. */
export const BEAT_MS = 5 * SECOND;
/** Without a sign, callbacks may be missed. */
const GAP_MS = 15 * SECOND;

const interval = (ms: number) => `${ms} milliseconds`;
const WAITS: store.Waits = {
  status: interval(UNRESOLVED_MS),
  callEnd: interval(CALL_END_MS),
  silence: interval(SILENCE_MS),
  gap: interval(GAP_MS),
};

/** `restarts`: callbacks may be missed since the last sign. */
export function noteListening(db: Db, restarts: boolean, now: Date): Promise<void> {
  return store.noteListening(db, { restarts, gap: WAITS.gap }, now);
}

/** Settles messages that the provider did not take. Returns the numbers of resent and failed ones. */
export async function settleSilent(
  ctx: Pick<Context, 'db' | 'log' | 'bus'>,
  now: Date,
): Promise<{ resent: number; failed: number }> {
  const resent = await store.resendSilent(ctx.db, { ...WAITS, now });
  for (const { message_id: messageId, account_id: accountId } of resent) {
    ctx.log.warn({ accountId, messageId }, 'message.resent');
  }
  if (resent.length > 0) ctx.bus.publish('messages');
  return { resent: resent.length, failed: await store.failSilent(ctx.db, WAITS, now) };
}
