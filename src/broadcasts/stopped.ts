import { MINUTE } from '../lib/clock.ts';
import type { Tx } from '../lib/db/db.ts';
import { failUnheard, failUnsent } from '../messages/message.ts';

/** What an engine was given before its message was stopped is waited for so long: until it is acknowledged, or a receipt comes. */
export const WORD_WAIT_MS = MINUTE;

/** A message of a broadcast that nobody sends any more. */
export interface Stopped {
  id: number;
  /** An engine was given it: it may have gone out. */
  maybe_written: boolean;
}

/** Ends those that no engine was given, for this reason, and gives their quota back; the others end as unknown. */
export async function endStopped(
  tx: Tx,
  stopped: readonly Stopped[],
  reason: { error_code: string; error_message: string },
  now: Date,
): Promise<void> {
  const unsent = stopped.filter(({ maybe_written }) => !maybe_written);
  const unheard = stopped.filter(({ maybe_written }) => maybe_written);
  if (unsent.length > 0) {
    const failures = unsent.map(({ id }) => ({ id, ...reason, refund: true }));
    await failUnsent(tx, failures, now);
  }
  if (unheard.length > 0) {
    const ids = unheard.map(({ id }) => id);
    await failUnheard(tx, ids, now);
  }
}
