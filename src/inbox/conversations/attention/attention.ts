import type { Context } from '../../../context.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import * as store from './store.ts';

/** As the inbox marks it. */
export const LONG_WAIT_MS = 30 * MINUTE;
const MAX_PER_ACCOUNT = 100;

/** Customers who wait too long for staff: per account the newest hundred. */
export function listLongWaits(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountIds: readonly number[],
): Promise<store.LongWait[]> {
  const before = new Date(now().getTime() - LONG_WAIT_MS);
  return store.listLongWaits(db, { accountIds, before, limit: MAX_PER_ACCOUNT });
}

/** Conversations that a failed flow has left to staff: per account the newest hundred. */
export function listFailedFlows(
  { db }: Pick<Context, 'db'>,
  accountIds: readonly number[],
): Promise<store.FailedFlow[]> {
  return store.listFailedFlows(db, { accountIds, limit: MAX_PER_ACCOUNT });
}
