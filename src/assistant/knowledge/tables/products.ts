import type { Db } from '../../../platform/lib/db/db.ts';
import { fold } from './columns.ts';
import * as store from './store.ts';

export type { Column } from './schema.ts';
export type { StoredRow, TableHead, TableRecord } from './store.ts';

/** Of enabled tables with rows: what tells whether an index of their products is still right. */
export function readTableHeads(db: Db, accountId: number): Promise<store.TableHead[]> {
  return store.readTableHeads(db, { accountId });
}

/** Undefined: the table is deleted or disabled. */
export function findEnabledTable(
  db: Db,
  accountId: number,
  id: number,
): Promise<store.TableRecord | undefined> {
  return store.readTable(db, { accountId, id });
}

/** In their order, after a place. The table must be one of the account. */
export function readRowsFrom(
  db: Db,
  tableId: number,
  page: { after: number; limit: number },
): Promise<store.StoredRow[]> {
  return store.listRows(db, { tableId, ...page });
}

/** In their order. The table must be one of the account. */
export async function readRowsByKey(
  db: Db,
  tableId: number,
  keys: readonly string[],
): Promise<store.StoredRow[]> {
  const rows = await store.findRows(db, { tableId, keys: keys.map(fold) });
  return rows.sort((one, other) => one.place - other.place);
}

/** Between two versions of the names. Null: any row can have changed. The table must be one of the account. */
export function changedPlaces(
  db: Db,
  tableId: number,
  versions: { after: number; until: number },
): Promise<number[] | null> {
  return store.changedPlaces(db, tableId, versions);
}

/** Deleted ones are missing. The table must be one of the account. */
export function readRowsAt(db: Db, tableId: number, places: readonly number[]): Promise<store.StoredRow[]> {
  return store.readRowsAt(db, { tableId, places });
}

/** As they are now. None when the names have changed since the version. */
export function readSomeRows(
  db: Db,
  accountId: number,
  asked: { id: number; version: number; places: readonly number[] },
): Promise<store.StoredRow[]> {
  return store.readSomeRows(db, { ...asked, accountId });
}
