import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import type { CsvRows } from '../../../platform/lib/csv-line.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import type { Column, ListTables } from './schema.ts';
import * as store from './store.ts';
import { getTable } from './table.ts';

const CHUNK = 500;

/** ApiError table_not_found. */
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
    read: ([after = 0], limit) => store.listRows(ctx.db, { tableId: id, after, limit }),
    placeOf: ({ place }) => [place],
    partsOf: ({ key, cells }) => [key, names, cells],
  });
  return { columns, page };
}

/** ApiError table_not_found. */
export async function exportTable(ctx: Context, account: Caller, uuid: string): Promise<CsvRows> {
  const { id, columns } = await getTable(ctx.db, account, uuid);
  return exportRows(ctx, id, columns);
}

async function* exportRows({ db }: Context, id: number, columns: readonly Column[]): CsvRows {
  yield [columns.map(({ name }) => name)];
  for (let after = 0; ; ) {
    const rows = await store.listRows(db, { tableId: id, after, limit: CHUNK });
    yield rows.map(({ cells }) => columns.map((_, at) => cells[at] ?? ''));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last.place;
  }
}
