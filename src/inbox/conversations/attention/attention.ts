import type { Context } from '../../../context.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { findDue } from '../answers/due.ts';
import * as store from './store.ts';

/** Where the account has no target. As the inbox marks it. */
const LONG_WAIT_MS = 30 * MINUTE;
const MAX_PER_ACCOUNT = 100;

export interface LongWait extends store.LongWait {
  /** Since when it is too long. */
  late_since: Date;
}

/** Customers who wait longer than the target of their answer, or half an hour: per account the newest hundred. */
export async function listLongWaits(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountIds: readonly number[],
): Promise<LongWait[]> {
  const longest = LONG_WAIT_MS / MINUTE;
  const rows = await store.listLongWaits(db, { accountIds, longest, now: now(), limit: MAX_PER_ACCOUNT });
  const due = await findDue(db, rows);
  return rows.flatMap((row, n) => {
    const late_since = due[n] ?? new Date(row.waiting_since.getTime() + LONG_WAIT_MS);
    return late_since <= now() ? [{ ...row, late_since }] : [];
  });
}

/** Conversations that a failed flow has left to staff: per account the newest hundred. */
export function listFailedFlows(
  { db }: Pick<Context, 'db'>,
  accountIds: readonly number[],
): Promise<store.FailedFlow[]> {
  return store.listFailedFlows(db, { accountIds, limit: MAX_PER_ACCOUNT });
}
