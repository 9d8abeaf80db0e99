import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { changeKnowledge } from '../change.ts';
import { fold } from './columns.ts';
import { keyOf } from './product.ts';
import { rowProblem } from './row-plan.ts';
import { type AddRows, type ChangeRows, type Column, MAX_ROWS } from './schema.ts';
import * as store from './store.ts';
import { getTable, requireRoom } from './table.ts';

interface WrittenRow extends store.StoredRow {
  folded_key: string;
}
interface ChangedRow extends WrittenRow {
  /** Other words find it. */
  hasNewNames: boolean;
}

/** By their fields: `rows.0.cells`. */
type Errors = Record<string, string[]>;

interface RowsNow {
  columns: readonly Column[];
  rows: readonly store.StoredRow[];
}

/** All or none. FieldErrors for unknown keys and columns; ApiError table_not_found. */
export function changeRows(
  ctx: Context,
  account: Caller,
  uuid: string,
  { rows: given }: ChangeRows,
): Promise<RowsNow> {
  return changeKnowledge(ctx, account, async (tx) => {
    const table = await getTable(tx, account, uuid);
    const rows = await changedRows(tx, table, given);
    await store.updateRows(tx, table.id, rows);
    const renamed = rows.filter(({ hasNewNames }) => hasNewNames);
    await changeNames(tx, ctx, table, renamed);
    const entry = {
      ...({ action: 'table.rows_changed', target: table.table_uuid } as const),
      detail: { rows: rows.length },
    };
    return { result: { columns: table.columns, rows }, entry, teachesNothing: true };
  });
}

/** All or none. FieldErrors for cells and keys; ApiError table_not_found, knowledge_limit_reached. */
export function addRows(
  ctx: Context,
  account: Caller,
  uuid: string,
  { rows: given }: AddRows,
): Promise<RowsNow> {
  return changeKnowledge(ctx, account, async (tx) => {
    const table = await getTable(tx, account, uuid);
    const row_count = table.row_count + given.length;
    if (row_count > MAX_ROWS) throw new ApiError('knowledge_limit_reached', TOO_MANY);
    const rows = await newRows(tx, table, given);
    await store.insertRows(tx, table.id, rows);
    await changeNames(tx, ctx, { ...table, row_count }, rows);
    await requireRoom(tx, account.id);
    const entry = {
      ...({ action: 'table.rows_added', target: table.table_uuid } as const),
      detail: { rows: rows.length },
    };
    return { result: { columns: table.columns, rows }, entry, teachesNothing: true };
  });
}

const TOO_MANY = `A table has at most ${MAX_ROWS} rows. Delete rows, or add them to another table.`;

/** ApiError table_not_found, table_row_not_found. */
export function deleteRow(ctx: Context, account: Caller, uuid: string, key: string): Promise<void> {
  return changeKnowledge(ctx, account, async (tx) => {
    const table = await getTable(tx, account, uuid);
    const deleted = await store.deleteRow(tx, { tableId: table.id, key: fold(key) });
    if (!deleted) throw new ApiError('table_row_not_found');
    await changeNames(tx, ctx, { ...table, row_count: table.row_count - 1 }, [deleted]);
    const entry = { action: 'table.row_deleted', target: table.table_uuid } as const;
    return { result: undefined, entry, teachesNothing: true };
  });
}

/** Indexes follow, row by row. */
async function changeNames(
  tx: Tx,
  ctx: Context,
  table: store.TableRecord,
  rows: readonly Pick<store.StoredRow, 'place'>[],
): Promise<void> {
  const hasNewNames = rows.length > 0;
  const changed = await store.changeTable(tx, table.id, table, { hasNewNames, now: ctx.now() });
  if (!hasNewNames) return;
  const places = rows.map(({ place }) => place);
  await store.noteChange(tx, { tableId: table.id, version: changed.names_version, places });
}

async function changedRows(
  tx: Tx,
  { id, columns, decimal_marks }: store.TableRecord,
  given: ChangeRows['rows'],
): Promise<ChangedRow[]> {
  const keys = given.map(({ key }) => fold(key));
  const found = await store.findRows(tx, { tableId: id, keys });
  const byKey = new Map(found.map((row) => [row.folded_key, row]));
  const errors: Errors = {};
  const changed = given.flatMap(({ key, cells: written }, at): ChangedRow[] => {
    const present = byKey.get(fold(key));
    if (!present) {
      errors[`rows.${at}.key`] = [
        'must be the key of a row, once in a call: GET /v1/knowledge/tables/{id}/rows lists the keys',
      ];
      return [];
    }
    byKey.delete(fold(key));
    const before = columns.map((_, place) => present.cells[place] ?? '');
    const cells = withCells({ columns, decimal_marks }, before, written);
    if (typeof cells === 'string') {
      errors[`rows.${at}.cells`] = [cells];
      return [];
    }
    const row = { place: present.place, key: keyOf(columns, cells), cells };
    const hasNewNames = columns.some(({ role }, place) => isNaming(role) && cells[place] !== before[place]);
    return [{ ...row, folded_key: fold(row.key), hasNewNames }];
  });
  refuse(errors);
  const keyBefore = new Map(found.map(({ place, folded_key }) => [place, folded_key]));
  // Keys are not swapped: a new one must be free before.
  await requireFreeKeys(tx, id, changed, ({ place, folded_key }) => keyBefore.get(place) !== folded_key);
  return changed;
}

async function newRows(
  tx: Tx,
  { id, columns, decimal_marks }: store.TableRecord,
  given: AddRows['rows'],
): Promise<WrittenRow[]> {
  const last = await store.lastPlace(tx, id);
  const errors: Errors = {};
  const empty = columns.map(() => '');
  const rows = given.flatMap(({ cells: written }, at): WrittenRow[] => {
    const cells = withCells({ columns, decimal_marks }, empty, written);
    if (typeof cells === 'string') {
      errors[`rows.${at}.cells`] = [cells];
      return [];
    }
    const key = keyOf(columns, cells);
    return [{ place: last + at + 1, key, folded_key: fold(key), cells }];
  });
  refuse(errors);
  await requireFreeKeys(tx, id, rows, () => true);
  return rows;
}

/** By the names of their columns. A text: why they cannot be stored. */
function withCells(
  { columns, decimal_marks }: Pick<store.TableRecord, 'columns' | 'decimal_marks'>,
  before: readonly string[],
  written: Readonly<Record<string, string>>,
): string[] | string {
  const cells = [...before];
  for (const [name, text] of Object.entries(written)) {
    const place = columns.findIndex((column) => fold(column.name) === fold(name));
    if (place === -1) return `has no column ${JSON.stringify(name)} in the table`;
    cells[place] = text.trim();
  }
  return rowProblem(columns, cells, decimal_marks) ?? cells;
}

/** FieldErrors. */
async function requireFreeKeys<Row extends WrittenRow>(
  tx: Tx,
  tableId: number,
  rows: readonly Row[],
  isNew: (row: Row) => boolean,
): Promise<void> {
  const keys = rows.filter(isNew).map(({ folded_key }) => folded_key);
  const found = keys.length === 0 ? [] : await store.findRows(tx, { tableId, keys });
  const taken = new Set(found.map(({ folded_key }) => folded_key));
  const errors: Errors = {};
  for (const [at, row] of rows.entries()) {
    if (!isNew(row)) continue;
    if (taken.has(row.folded_key)) errors[`rows.${at}.cells`] = ['make the key of another row'];
    taken.add(row.folded_key);
  }
  refuse(errors);
}

function refuse(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
}

const isNaming = (role: Column['role']) =>
  role === 'name' || role === 'variant' || role === 'aliases' || role === 'key';
