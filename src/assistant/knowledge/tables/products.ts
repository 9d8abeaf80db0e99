import type { Db } from '../../../platform/lib/db/db.ts';
import { fold } from './columns.ts';
import * as store from './store.ts';

export type { Column } from './schema.ts';
export type { StoredRow, TableHead, TableRecord } from './store.ts';

export const { changedPlaces, listRows, readRowsAt, readSomeRows, readTable, readTableHeads } = store;

/** In their order. Of a table of the account. */
export async function readRowsByKey(
  db: Db,
  tableId: number,
  keys: readonly string[],
): Promise<store.StoredRow[]> {
  const rows = await store.findRows(db, { tableId, keys: keys.map(fold) });
  return rows.sort((one, other) => one.place - other.place);
}
