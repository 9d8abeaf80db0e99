import type { Db, Tx } from '../../lib/db/db.ts';
import * as store from './store.ts';

export type { NewTouch, TouchRow } from './store.ts';

export const { TOUCH_KINDS } = store;

/**
 * Stores through which entry points messages came. The text of a message keeps its code, and readers get it without.
 * Runs in the transaction that stores the messages, after their conversations.
 */
export function recordTouches(tx: Tx, touches: readonly store.NewTouch[]): Promise<void> {
  return store.recordTouches(tx, touches);
}

/** The first and the last touch of conversations (row ids), by their index. */
export function findTouches(
  db: Db,
  conversationIds: readonly number[],
): Promise<Map<number, Record<'first' | 'last', store.TouchRow>>> {
  return store.findTouches(db, conversationIds);
}

/** What came of the conversations that an entry point (public id) brought. */
export function countOutcomes(db: Db, accountId: number, entryPoint: string): Promise<store.Outcomes> {
  return store.countOutcomes(db, accountId, entryPoint);
}
