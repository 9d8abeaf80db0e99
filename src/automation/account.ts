import type { Tx } from '../lib/db/db.ts';
import * as store from './store.ts';

/**
 * Belongs to the transaction of each change of rules, flows, knowledge and settings. It locks the account's row, so
 * changes of one account come one after the other: call it first.
 */
export async function touchAutomation(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.touch(tx, accountId, now);
}
