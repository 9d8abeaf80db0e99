import type { Db } from '../../../platform/lib/db/db.ts';
import { SOURCES } from '../queue/states.ts';
import * as store from './store.ts';
import * as texts from './texts-store.ts';

export type { FoundMessage, HistoryRange, HistoryRow, Writer } from './store.ts';

export type { CustomerText, FollowingRow, Place } from './texts-store.ts';

export const AUTHORS = SOURCES;

/** Texts of customers, by row id and newest first, and what follows them. */
export const { findMessage, readWaIds } = store;
export const { listTexts, pageTexts, listFollowing, findShownTexts } = texts;

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

/** A message of these ranges by its public id. */
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

/** Messages of the customer after this row id, without edits. Looks at the newest 1,000 of each range. */
export function countCustomerMessages(
  db: Db,
  ranges: readonly store.HistoryRange[],
  after: number,
): Promise<number> {
  return store.countInbound(db, ranges, after);
}

/**
 * Replies of other people after this row id, newest first: of staff, on the phone, and what the automation has written.
 * Looks at the newest 1,000 sent messages of each range.
 */
export function listRepliesOfOthers(
  db: Db,
  ranges: readonly store.HistoryRange[],
  after: { after: number; writer: store.Writer; limit: number },
): Promise<store.HistoryRow[]> {
  return store.listRepliesOfOthers(db, ranges, after);
}

/** The newest messages of customers in each range of each chat, by its index, newest first. */
export function listReceived(
  db: Db,
  chats: readonly (readonly store.HistoryRange[])[],
  limit: number,
): Promise<Map<number, store.ReceivedRow[]>> {
  return store.listReceived(db, chats, limit);
}
