import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

export type { NewTouch, TouchKind, TouchRow } from './store.ts';

export const { TOUCH_KINDS } = store;

/**
 * Stores through which entry points messages came. The text of a message keeps its code, and readers get it without.
 * Runs in the transaction that stores the messages, after their conversations.
 */
export function recordTouches(tx: Tx, touches: readonly store.NewTouch[]): Promise<void> {
  return store.recordTouches(tx, touches);
}

/** After a merge or its end: the lists of these conversations (row ids) follow the touches that they show. */
export function followTouches(tx: Tx, conversationIds: readonly number[]): Promise<void> {
  return store.followTouches(tx, conversationIds);
}

/** The first and the last touch of conversations (row ids), by their index. */
export function findTouches(
  db: Db,
  conversationIds: readonly number[],
): Promise<Map<number, Record<'first' | 'last', store.TouchRow>>> {
  return store.findTouches(db, conversationIds);
}

/**
 * What came of the conversations that entry points (public ids) brought in a time, in their order. A
 * conversation counts once for each, also when its customer came again.
 */
export function countOutcomes(
  db: Db,
  accountId: number,
  entryPoints: readonly string[],
  time: { since: Date; until: Date },
): Promise<store.Outcomes[]> {
  return store.countOutcomes(db, { ...time, accountId, uuids: entryPoints });
}

/** Of an account, the oldest first, after a row id. */
export function listTouches(
  db: Db,
  accountId: number,
  page: { after: number; limit: number },
): Promise<store.ListedTouch[]> {
  return store.listTouches(db, { accountId, ...page });
}
