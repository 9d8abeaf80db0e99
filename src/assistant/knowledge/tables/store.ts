import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { DecimalMarks } from './amounts.ts';
import type { Column } from './schema.ts';

export interface TableContent {
  name: string;
  columns: readonly Column[];
  /** ISO 4217. Null: of each amount. */
  currency: string | null;
  decimal_marks: DecimalMarks;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  enabled: boolean;
  row_count: number;
}

export interface TableRecord extends TableContent {
  id: number;
  table_uuid: string;
  names_version: number;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `id, table_uuid, name, columns, currency, decimal_marks, device_uuids, enabled, row_count,
  names_version, created_at, updated_at`;

export const findTable = statement<{ accountId: number; uuid: string }, TableRecord>(
  'knowledge.find_table',
  `select ${COLUMNS} from knowledge_tables where table_uuid = :uuid::uuid and account_id = :accountId`,
).first;

export const listTables = statement<{ accountId: number; after: number; limit: number }, TableRecord>(
  'knowledge.list_tables',
  `select ${COLUMNS} from knowledge_tables where account_id = :accountId and id > :after
   order by id limit :limit::bigint`,
).all;

export const countTables = statement<{ accountId: number }, { tables: number; rows: number }>(
  'knowledge.count_tables',
  `select count(*)::int as tables, coalesce(sum(row_count), 0)::int as rows
   from knowledge_tables where account_id = :accountId`,
).inTx.one;

type Written = Omit<TableContent, 'columns'> & { columns: string; now: Date };

const INSERT = statement<Written & { accountId: number }, TableRecord>(
  'knowledge.insert_table',
  `insert into knowledge_tables
     (account_id, name, columns, currency, decimal_marks, device_uuids, enabled, row_count, created_at, updated_at)
   values (:accountId, :name, :columns::jsonb, :currency, :decimal_marks, :device_uuids::uuid[], :enabled, :row_count,
     :now::timestamptz, :now::timestamptz)
   returning ${COLUMNS}`,
);

export function insertTable(
  tx: Tx,
  accountId: number,
  content: TableContent,
  now: Date,
): Promise<TableRecord> {
  return INSERT.one(tx, { ...content, accountId, columns: JSON.stringify(content.columns), now });
}

const UPDATE = statement<Written & { id: number; raised: number }, TableRecord>(
  'knowledge.update_table',
  `update knowledge_tables set name = :name, columns = :columns::jsonb, currency = :currency,
     decimal_marks = :decimal_marks, device_uuids = :device_uuids::uuid[], enabled = :enabled,
     row_count = :row_count, names_version = names_version + :raised::bigint, updated_at = :now
   where id = :id returning ${COLUMNS}`,
);

/** `hasNewNames`: new indexes. */
export function changeTable(
  tx: Tx,
  id: number,
  content: TableContent,
  { hasNewNames, now }: { hasNewNames: boolean; now: Date },
): Promise<TableRecord> {
  // Other fields of a row are no parameters.
  const { name, currency, decimal_marks, device_uuids, enabled, row_count } = content;
  const columns = JSON.stringify(content.columns);
  const written = { name, columns, currency, decimal_marks, device_uuids, enabled, row_count };
  return UPDATE.one(tx, { ...written, id, raised: hasNewNames ? 1 : 0, now });
}

/** With its rows. */
export const deleteTable = statement<{ id: number }>(
  'knowledge.delete_table',
  'delete from knowledge_tables where id = :id',
).inTx.run;

/** Texts of a row, in the order of the columns. */
export interface StoredRow {
  place: number;
  key: string;
  cells: readonly string[];
}

/** The first place is 1. */
export const listRows = statement<{ tableId: number; after: number; limit: number }, StoredRow>(
  'knowledge.list_table_rows',
  `select place, key, cells from knowledge_table_rows where table_id = :tableId and place > :after
   order by place limit :limit::bigint`,
).all;

/** By their folded keys. */
export const findRows = statement<
  { tableId: number; keys: readonly string[] },
  StoredRow & { folded_key: string }
>(
  'knowledge.find_table_rows',
  `select place, key, folded_key, cells from knowledge_table_rows
   where table_id = :tableId and folded_key = any (:keys::text[])`,
).all;

export const deleteRows = statement<{ tableId: number }>(
  'knowledge.delete_table_rows',
  'delete from knowledge_table_rows where table_id = :tableId',
).inTx.run;

/** By its folded key. Undefined: there is none. */
export const deleteRow = statement<{ tableId: number; key: string }, { place: number }>(
  'knowledge.delete_table_row',
  'delete from knowledge_table_rows where table_id = :tableId and folded_key = :key returning place',
).inTx.first;

const LAST_PLACE = statement<{ tableId: number }, { place: number }>(
  'knowledge.find_last_table_place',
  'select coalesce(max(place), 0) as place from knowledge_table_rows where table_id = :tableId',
);

/** 0: the table has no row. */
export async function lastPlace(tx: Tx, tableId: number): Promise<number> {
  return (await LAST_PLACE.one(tx, { tableId })).place;
}

const INSERT_ROWS = statement<{ tableId: number; rows: string }>(
  'knowledge.insert_table_rows',
  `insert into knowledge_table_rows (table_id, place, key, folded_key, cells)
   select :tableId, r.place, r.key, r.folded_key, r.cells
   from jsonb_to_recordset(:rows::jsonb) as r (place integer, key text, folded_key text, cells jsonb)`,
);

export async function insertRows(
  tx: Tx,
  tableId: number,
  rows: readonly (StoredRow & { folded_key: string })[],
): Promise<void> {
  await INSERT_ROWS.run(tx, { tableId, rows: JSON.stringify(rows) });
}

const UPDATE_ROWS = statement<{ tableId: number; rows: string }>(
  'knowledge.update_table_rows',
  `update knowledge_table_rows k set key = r.key, folded_key = r.folded_key, cells = r.cells
   from jsonb_to_recordset(:rows::jsonb) as r (place integer, key text, folded_key text, cells jsonb)
   where k.table_id = :tableId and k.place = r.place`,
);

/** At their places. */
export async function updateRows(
  tx: Tx,
  tableId: number,
  rows: readonly (StoredRow & { folded_key: string })[],
): Promise<void> {
  await UPDATE_ROWS.run(tx, { tableId, rows: JSON.stringify(rows) });
}

/** Versions whose changed rows are known. */
const KEPT_CHANGES = 100;

const NOTE_CHANGE = statement<{ tableId: number; version: number; places: readonly number[]; kept: number }>(
  'knowledge.note_table_change',
  `with old as (
     delete from knowledge_table_changes
     where table_id = :tableId and names_version <= :version::bigint - :kept::bigint
   )
   insert into knowledge_table_changes (table_id, names_version, places)
   values (:tableId, :version::bigint, :places::integer[])`,
);

export async function noteChange(
  tx: Tx,
  change: { tableId: number; version: number; places: readonly number[] },
): Promise<void> {
  await NOTE_CHANGE.run(tx, { ...change, kept: KEPT_CHANGES });
}

const LIST_CHANGES = statement<
  { tableId: number; after: number; until: number },
  { places: readonly number[] }
>(
  'knowledge.list_table_changes',
  `select places from knowledge_table_changes
   where table_id = :tableId and names_version > :after::bigint and names_version <= :until::bigint`,
);

/** Null: not known, so any row can have changed. */
export async function changedPlaces(
  db: Db,
  tableId: number,
  { after, until }: { after: number; until: number },
): Promise<number[] | null> {
  const changes = await LIST_CHANGES.all(db, { tableId, after, until });
  if (changes.length < until - after) return null;
  return [...new Set(changes.flatMap(({ places }) => places))];
}

/** Deleted ones are missing. */
export const readRowsAt = statement<{ tableId: number; places: readonly number[] }, StoredRow>(
  'knowledge.read_table_rows_at',
  `select place, key, cells from knowledge_table_rows
   where table_id = :tableId and place = any (:places::integer[])`,
).all;

export interface TableHead {
  id: number;
  names_version: number;
  device_uuids: readonly string[] | null;
}

/** Of enabled tables. */
export const readTableHeads = statement<{ accountId: number }, TableHead>(
  'knowledge.read_table_heads',
  `select id, names_version, device_uuids from knowledge_tables
   where account_id = :accountId and enabled and row_count > 0 order by id`,
).all;

export const readTable = statement<{ accountId: number; id: number }, TableRecord>(
  'knowledge.read_table',
  `select ${COLUMNS} from knowledge_tables where id = :id and account_id = :accountId and enabled`,
).first;

/** None: the names have changed since the version. */
export const readSomeRows = statement<
  { accountId: number; id: number; version: number; places: readonly number[] },
  StoredRow
>(
  'knowledge.read_some_table_rows',
  `select r.place, r.key, r.cells from knowledge_tables t
   cross join lateral (
     select place, key, cells from knowledge_table_rows
     where table_id = t.id and place = any (:places::integer[]) order by place offset 0
   ) r
   where t.id = :id and t.account_id = :accountId and t.enabled and t.names_version = :version::bigint`,
).all;
