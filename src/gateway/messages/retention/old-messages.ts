import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import {
  afterPlace,
  type DeletedPiece,
  nextPlace,
  type TimePlace,
} from '../../../platform/lib/time-place.ts';
import type { Hours } from '../../hours/opening.ts';
import { countDeleted } from '../figures/figures.ts';
import { expireFilesOf } from '../media/retention.ts';
import * as store from './store.ts';

/** In this order: the answers of customers are figures of the messages before. */
export const SCOPES: readonly store.Scope[] = ['sent', 'received', 'edits'];

/** Messages of one transaction. */
const PIECE = 500;

/** Messages of an account that are about to be deleted. */
export interface Going {
  accountId: number;
  ids: readonly number[];
  broadcastIds: readonly number[];
}

/** Deletes or counts what belongs to the messages, in their transaction. */
export type GoesWith = (tx: Tx, going: Going) => Promise<unknown>;

/**
 * Deletes messages that were created before this time, with what belongs to them. What figures need is counted. A
 * message with a file stays until the storage has deleted the file.
 */
export async function deleteOldMessages(
  tx: Tx,
  { scope, after, hours, ...old }: store.Old & { scope: store.Scope; after: TimePlace | null; hours: Hours },
  goWith: readonly GoesWith[],
): Promise<DeletedPiece> {
  const found = await store.findOld(scope)(tx, { ...old, ...afterPlace(after), limit: PIECE });
  const free = found.filter(({ is_awaited }) => !is_awaited);
  await expireFilesOf(
    tx,
    free.filter(({ has_file }) => has_file).map(({ id }) => id),
  );
  const going = free.filter(({ has_file }) => !has_file);
  const ids = going.map(({ id }) => id);
  if (ids.length > 0) {
    await countDeleted(tx, { accountId: old.accountId, messages: going, hours });
    const broadcastIds = [...new Set(going.flatMap(({ broadcast_id }) => broadcast_id ?? []))];
    for (const goes of goWith) await goes(tx, { accountId: old.accountId, ids, broadcastIds });
    await store.deleteChanges(tx, { ids });
    await store.deleteMessages(tx, { ids });
  }
  return { deleted: ids.length, next: nextPlace(found, PIECE) };
}

/** Counts at most `most`. */
export async function countOldMessages(db: Db, old: store.Old & { most: number }): Promise<number> {
  let messages = 0;
  for (const scope of SCOPES)
    messages += (await store.countOld(scope)(db, { ...old, most: old.most - messages })).messages;
  return messages;
}
