import type { Db } from '../../../platform/lib/db/db.ts';
import { fold } from './columns.ts';
import * as store from './store.ts';

export type { Column } from './schema.ts';
export type { StoredRow, TableHead, TableRecord } from './store.ts';

/** For whether an index is still right. */
export function readTableHeads(db: Db, accountId: number): Promise<store.TableHead[]> {
  return store.readTableHeads(db, { accountId });
}

/** Undefined: deleted or disabled. */
export function findEnabledTable(
  db: Db,
  accountId: number,
  id: number,
): Promise<store.TableRecord | undefined> {
  return store.readTable(db, { accountId, id });
}

/** Of a table of the account. */
export function readRowsFrom(
  db: Db,
  tableId: number,
  page: { after: number; limit: number },
): Promise<store.StoredRow[]> {
  return store.listRows(db, { tableId, ...page });
}

/** Of a table of the account. */
export async function readRowsByKey(
  db: Db,
  tableId: number,
  keys: readonly string[],
): Promise<store.StoredRow[]> {
  const rows = await store.findRows(db, { tableId, keys: keys.map(fold) });
  return rows.sort((one, other) => one.place - other.place);
}

/** Null: any row can have changed. Of a table of the account. */
export function changedPlaces(
  db: Db,
  tableId: number,
  versions: { after: number; until: number },
): Promise<number[] | null> {
  return store.changedPlaces(db, tableId, versions);
}

/** Without deleted ones. Of a table of the account. */
export function readRowsAt(db: Db, tableId: number, places: readonly number[]): Promise<store.StoredRow[]> {
  return store.readRowsAt(db, { tableId, places });
}

/** None: the names have changed since the version. */
export function readSomeRows(
  db: Db,
  accountId: number,
  asked: { id: number; version: number; places: readonly number[] },
): Promise<store.StoredRow[]> {
  return store.readSomeRows(db, { ...asked, accountId });
}
