import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { lockSuspended, resume } from '../../messages/queue/queue.ts';
import { failOptedOut, findAddresses, lockOptOuts } from '../opt-outs/opt-out.ts';
import type { BroadcastRow } from '../store.ts';
import type { ClaimBudget } from './budget.ts';

/**
 * The oldest first, as there is room. Messages to opt-outs fail once no status is awaited; others do not wait for them.
 */
export async function resumeSuspended(
  tx: Tx,
  broadcast: BroadcastRow,
  { capacity, budget, box }: { capacity: number; budget: ClaimBudget; box: Context['box'] },
  now: Date,
): Promise<{ resumed: number; failed: number }> {
  const findOptedOut = await lockOptOuts(tx, box, broadcast.account_id);
  const suspended = await lockSuspended(tx, { broadcastId: broadcast.id, now });
  const phones = suspended.map(({ phone }) => phone);
  const optedOut = await findOptedOut(await findAddresses(tx, broadcast.account_id, phones));
  const failed = suspended
    .filter(({ phone }) => optedOut.has(phone))
    .filter(({ maybe_written, is_overdue }) => !maybe_written || is_overdue);
  const wanted = suspended.filter(({ phone }) => !optedOut.has(phone)).slice(0, capacity);
  await budget.price(wanted.map(({ phone }) => phone));
  const resumed = wanted.filter(({ phone }) => budget.take(phone));
  await failOptedOut(tx, failed, now);
  if (resumed.length > 0) {
    const ids = resumed.map(({ id }) => id);
    await resume(tx, { ids, now });
  }
  return { resumed: resumed.length, failed: failed.length };
}
