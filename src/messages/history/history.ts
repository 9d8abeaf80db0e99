import type { Db } from '../../lib/db/db.ts';
import { SOURCES } from '../queue/states.ts';
import * as store from './store.ts';

export type { HistoryRange, HistoryRow } from './store.ts';

export const AUTHORS = SOURCES;

/** Everything in these ranges, newest first. */
export function listHistory(
  db: Db,
  ranges: readonly store.HistoryRange[],
  page: { before: number | null; limit: number },
): Promise<store.HistoryRow[]> {
  return store.listHistory(db, ranges, page);
}

/** The newest message of each chat, by its index. */
export function listLatest(
  db: Db,
  chats: readonly (readonly store.HistoryRange[])[],
): Promise<Map<number, store.HistoryRow>> {
  return store.listLatest(db, chats);
}
