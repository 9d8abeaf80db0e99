import type { Caller } from '../../../accounts/account.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { FieldErrors } from '../../../lib/errors.ts';
import { type Page, readPage } from '../../../lib/sealed-page.ts';
import { changeKnowledge } from '../change.ts';
import { csvLine } from '../csv.ts';
import { fold } from './columns.ts';
import { keyOf } from './product.ts';
import { rowProblem } from './row-plan.ts';
import type { ChangeRows, Column, ListTables } from './schema.ts';
import * as store from './store.ts';
import { getTable } from './table.ts';

const CHUNK = 500;

/** In the order of the file. ApiError table_not_found. */
export async function listRows(
  ctx: Context,
  account: Caller,
  uuid: string,
  query: ListTables,
): Promise<{ columns: readonly Column[]; page: Page<store.StoredRow> }> {
  const { id, columns } = await getTable(ctx.db, account, uuid);
  const names = columns.map(({ name }) => name);
  const page = await readPage(ctx, {
    ...query,
    list: `rows of table ${id}`,
    read: ([after = 0], limit) => store.listRows(ctx.db, id, { after, limit }),
    placeOf: ({ place }) => [place],
    partsOf: ({ key, cells }) => [key, names, cells],
  });
  return { columns, page };
}

/** The file that an upload takes, in parts. ApiError table_not_found. */
export async function exportTable(
  ctx: Context,
  account: Caller,
  uuid: string,
): Promise<AsyncGenerator<string>> {
  const { id, columns } = await getTable(ctx.db, account, uuid);
  return exportRows(ctx, id, columns);
}

async function* exportRows({ db }: Context, id: number, columns: readonly Column[]): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  for (let after = 0; ; ) {
    const rows = await store.listRows(db, id, { after, limit: CHUNK });
    yield rows.map(({ cells }) => csvLine(columns.map((_, at) => cells[at] ?? ''))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last.place;
  }
}

/** Some cells of present rows, all or none. FieldErrors for unknown keys and columns; ApiError table_not_found. */
export function changeRows(
  ctx: Context,
  account: Caller,
  uuid: string,
  { rows: given }: ChangeRows,
): Promise<{ columns: readonly Column[]; rows: readonly store.StoredRow[] }> {
  return changeKnowledge(ctx, account, async (tx) => {
    const table = await getTable(tx, account, uuid);
    const changed = await changedRows(tx, table, given);
    await store.updateRows(tx, table.id, changed);
    const hasNewNames = changed.some((row) => row.hasNewNames);
    await store.changeTable(tx, table.id, table, { hasNewNames, now: ctx.now() });
    const detail = { rows: changed.length };
    const entry = { action: 'table.rows_changed', target: table.table_uuid, detail } as const;
    return { result: { columns: table.columns, rows: changed }, entry, teachesNothing: true };
  });
}

interface ChangedRow extends store.StoredRow {
  folded_key: string;
  hasNewNames: boolean;
}

async function changedRows(
  tx: Tx,
  { id, columns, decimal_marks }: store.TableRecord,
  given: ChangeRows['rows'],
): Promise<ChangedRow[]> {
  const found = await store.findRows(
    tx,
    id,
    given.map(({ key }) => fold(key)),
  );
  const byKey = new Map(found.map((row) => [row.folded_key, row]));
  const errors: Record<string, string[]> = {};
  const changed = given.flatMap(({ key, cells: written }, at): ChangedRow[] => {
    const present = byKey.get(fold(key));
    const wrong = (field: string, problem: string) => {
      errors[`rows.${at}.${field}`] = [problem];
      return [];
    };
    if (!present) return wrong('key', 'must be the key of a row; a key counts once');
    byKey.delete(fold(key));
    const cells = columns.map((_, place) => present.cells[place] ?? '');
    for (const [name, text] of Object.entries(written)) {
      const place = columns.findIndex((column) => fold(column.name) === fold(name));
      if (place === -1) return wrong('cells', `has no column ${JSON.stringify(name)} in the table`);
      cells[place] = text.trim();
    }
    const problem = rowProblem(columns, cells, decimal_marks);
    if (problem !== null) return wrong('cells', problem);
    const row = { place: present.place, key: keyOf(columns, cells), cells };
    const hasNewNames = columns.some(
      ({ role }, place) => isNaming(role) && cells[place] !== present.cells[place],
    );
    return [{ ...row, folded_key: fold(row.key), hasNewNames }];
  });
  if (Object.keys(errors).length === 0) await checkKeys(tx, id, changed, found, errors);
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  return changed;
}

/** A new key must be free before the change: rows do not swap their keys. */
async function checkKeys(
  tx: Tx,
  id: number,
  changed: readonly ChangedRow[],
  present: readonly { place: number; folded_key: string }[],
  errors: Record<string, string[]>,
): Promise<void> {
  const before = new Map(present.map(({ place, folded_key }) => [place, folded_key]));
  const renamed = changed.filter(({ place, folded_key }) => before.get(place) !== folded_key);
  const taken = new Set(
    (
      await store.findRows(
        tx,
        id,
        renamed.map(({ folded_key }) => folded_key),
      )
    ).map(({ folded_key }) => folded_key),
  );
  for (const row of renamed) {
    if (taken.has(row.folded_key))
      errors[`rows.${changed.indexOf(row)}.cells`] = ['make the key of another row'];
    taken.add(row.folded_key);
  }
}

/** Whether customers find products by the cell. */
const isNaming = (role: Column['role']) =>
  role === 'name' || role === 'variant' || role === 'aliases' || role === 'key';
