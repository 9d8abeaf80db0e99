import type { Tx } from '../../lib/db/db.ts';
import { lockSuspended, resume } from '../../messages/queue/queue.ts';
import { endUnwanted } from '../opt-outs/opt-out.ts';
import { findOptedOut, holdOptOuts } from '../opt-outs/store.ts';
import type { BroadcastRow } from '../store.ts';

/**
 * Lets messages of a locked broadcast go on that were kept back, the oldest first and no more than `room`. Those to people who want none by now end
 * instead, as soon as no engine has them; an engine is waited for without keeping the others. Answers how many went on, and how many ended.
 */
export async function letHeldGo(
  tx: Tx,
  broadcast: BroadcastRow,
  room: number,
  now: Date,
): Promise<{ released: number; ended: number }> {
  await holdOptOuts(tx, broadcast.account_id);
  const held = await lockSuspended(tx, broadcast.id, now);
  const phones = held.map(({ phone }) => phone);
  const optedOut = await findOptedOut(tx, broadcast.account_id, phones);
  const unwanted = held.filter(({ phone }) => optedOut.has(phone));
  const ended = unwanted.filter(({ maybe_written, is_overdue }) => !maybe_written || is_overdue);
  const released = held.filter(({ phone }) => !optedOut.has(phone)).slice(0, room);
  await endUnwanted(tx, ended, now);
  if (released.length > 0) {
    const ids = released.map(({ id }) => id);
    await resume(tx, ids, now);
  }
  return { released: released.length, ended: ended.length };
}
