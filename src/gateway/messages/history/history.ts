import type { Db } from '../../../platform/lib/db/db.ts';
import { SOURCES } from '../queue/states.ts';
import * as store from './store.ts';
import * as texts from './texts-store.ts';

export type { FoundMessage, FoundText, HistoryRange, HistoryRow, Writer } from './store.ts';

export type { CustomerText, FollowingRow, Place } from './texts-store.ts';

export const AUTHORS = SOURCES;

export const { findMessage, readFound } = store;
export const { listTexts, pageTexts, listFollowing, findShownTexts } = texts;

/** Newest first. */
export function listHistory(
  db: Db,
  ranges: readonly store.HistoryRange[],
  page: { before: number | null; limit: number },
): Promise<store.HistoryRow[]> {
  return store.listHistory(db, ranges, page);
}

/** Oldest first, above row id `after`. */
export function listHistoryAfter(
  db: Db,
  ranges: readonly store.HistoryRange[],
  page: { after: number; limit: number },
): Promise<store.HistoryRow[]> {
  return store.listHistoryAfter(db, ranges, page);
}

/** By row ids, newest first. Those of other chats are left out. */
export async function readHistory(
  db: Db,
  ranges: readonly store.HistoryRange[],
  ids: readonly number[],
): Promise<store.HistoryRow[]> {
  const rows = ids.length === 0 ? [] : await store.readHistory(db, ids);
  return rows.filter((row) => ranges.some((range) => isWithin(row, range)));
}

/** The newest message of each chat, by its index; `in`: the newest one of the customer. */
export function listLatest(
  db: Db,
  chats: readonly (readonly store.HistoryRange[])[],
  direction: 'any' | 'in',
): Promise<Map<number, store.HistoryRow>> {
  return store.listLatest(db, chats, direction);
}

export async function findInHistory(
  db: Db,
  accountId: number,
  ranges: readonly store.HistoryRange[],
  publicId: number,
): Promise<store.FoundMessage | undefined> {
  const message = await store.findMessage(db, { accountId, publicId });
  return message && ranges.some((range) => isWithin(message, range)) ? message : undefined;
}

function isWithin({ id, device_id, phone }: store.HistoryRow, range: store.HistoryRange): boolean {
  const { from, until } = range;
  return (
    device_id === range.device_id && phone === range.phone && id > from && (until === null || id <= until)
  );
}

/** After this row id, without edits. Counts among the newest 1,000 of each range. */
export function countCustomerMessages(
  db: Db,
  ranges: readonly store.HistoryRange[],
  after: number,
): Promise<number> {
  return store.countInbound(db, ranges, after);
}

/** Of staff, the phone and the automation, newest first. Looks at the newest 1,000 sent messages of each range. */
export function listRepliesOfOthers(
  db: Db,
  ranges: readonly store.HistoryRange[],
  after: { after: number; writer: store.Writer; limit: number },
): Promise<store.HistoryRow[]> {
  return store.listRepliesOfOthers(db, ranges, after);
}

/** Newest first, per range and chat. */
export function listReceived(
  db: Db,
  chats: readonly (readonly store.HistoryRange[])[],
  limit: number,
): Promise<Map<number, store.ReceivedRow[]>> {
  return store.listReceived(db, chats, limit);
}
