import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

export type { NewTouch, TouchKind, TouchRow } from './store.ts';

export const { TOUCH_KINDS } = store;

/**
 * Entry points of messages. Readers get the texts without the code. In the transaction of the
 * messages, after their conversations.
 */
export function recordTouches(tx: Tx, touches: readonly store.NewTouch[]): Promise<void> {
  return store.recordTouches(tx, touches);
}

/** After a merge or its end: lists follow the shown touches. Row ids. */
export function followTouches(tx: Tx, conversationIds: readonly number[]): Promise<void> {
  return store.followTouches(tx, conversationIds);
}

/** First and last touch by row id. */
export function findTouches(
  db: Db,
  conversationIds: readonly number[],
): Promise<Map<number, Record<'first' | 'last', store.TouchRow>>> {
  return store.findTouches(db, conversationIds);
}

/** By public ids, in their order. A conversation counts once per entry point. */
export function countOutcomes(
  db: Db,
  accountId: number,
  entryPoints: readonly string[],
  time: { since: Date; until: Date },
): Promise<store.Outcomes[]> {
  return store.countOutcomes(db, { ...time, accountId, uuids: entryPoints });
}

/** Oldest first, after a row id. */
export function listTouches(
  db: Db,
  accountId: number,
  page: { after: number; limit: number },
): Promise<store.ListedTouch[]> {
  return store.listTouches(db, { accountId, ...page });
}
