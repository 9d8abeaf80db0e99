import type { Context } from '../../../context.ts';
import { requireDevices } from '../../../gateway/devices/device.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { Pieces } from '../../pieces.ts';
import { changeKnowledge } from '../change.ts';
import { withRoles } from './columns.ts';
import { planRows } from './row-plan.ts';
import { type ChangeTable, type ListTables, MAX_ROWS_OF_ACCOUNT, MAX_TABLES } from './schema.ts';
import * as store from './store.ts';

/** Rows of one statement. */
const CHUNK = 1_000;

export function listTables(
  ctx: Context,
  account: Caller,
  page: ListTables,
): Promise<Page<store.TableRecord>> {
  return readPage(ctx, {
    ...page,
    list: `tables of account ${account.id}`,
    read: ([after = 0], limit) => store.listTables(ctx.db, { accountId: account.id, after, limit }),
    placeOf: ({ id }) => [id],
  });
}

/** ApiError table_not_found. */
export async function getTable(
  db: Db,
  account: Pick<Caller, 'id'>,
  uuid: string,
): Promise<store.TableRecord> {
  const found = isUuid(uuid) ? await store.findTable(db, { accountId: account.id, uuid }) : undefined;
  if (!found) throw new ApiError('table_not_found');
  return found;
}

/**
 * New roles read all rows again. FieldErrors for roles that rows do not fit; ApiError table_not_found,
 * device_not_found.
 */
export async function changeTable(
  ctx: Context,
  account: Caller,
  uuid: string,
  given: ChangeTable,
): Promise<store.TableRecord> {
  const devices = await requireDevices(ctx, account, given.device_uuids ?? null);
  return changeKnowledge(ctx, account, async (tx) => {
    const present = await getTable(tx, account, uuid);
    const { name, enabled, currency } = { ...present, ...givenFields(given) };
    const { device_uuids } = given.device_uuids === undefined ? present : devices;
    const read = given.columns
      ? await readAgain(tx, account, present, withRoles(present.columns, given.columns))
      : {};
    const content = { ...present, ...read, name, enabled, currency, device_uuids };
    const change = { hasNewNames: given.columns !== undefined, now: ctx.now() };
    const changed = await store.changeTable(tx, present.id, content, change);
    const entry = { action: 'table.changed', target: present.table_uuid } as const;
    return { result: changed, entry, teachesNothing: true };
  });
}

/** By other roles. */
async function readAgain(
  tx: Tx,
  account: Caller,
  { id, row_count }: store.TableRecord,
  columns: store.TableContent['columns'],
): Promise<Pick<store.TableContent, 'columns' | 'decimal_marks'>> {
  const rows = await store.listRows(tx, { tableId: id, after: 0, limit: row_count });
  const asLines = rows.map(({ place, cells }) => ({ line: place, cells }));
  const plan = await new Pieces().run(account.id, planRows(columns, { rows: asLines, problems: [] }));
  const [first] = plan.problems;
  if (first) throw new FieldErrors({ columns: [`do not fit row ${first.line}: ${first.problem}`] });
  await store.deleteRows(tx, { tableId: id });
  await writeRows(tx, id, plan.rows);
  return { columns, decimal_marks: plan.decimal_marks };
}

/** Places begin with 1. */
export async function writeRows(
  tx: Tx,
  tableId: number,
  rows: readonly Omit<store.StoredRow & { folded_key: string }, 'place'>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK).map((row, at) => ({ place: from + at + 1, ...row }));
    await store.insertRows(tx, tableId, chunk);
  }
}

/** After the write: changes of an account wait for each other. ApiError knowledge_limit_reached. */
export async function requireRoom(tx: Tx, accountId: number): Promise<void> {
  const { tables, rows } = await store.countTables(tx, { accountId });
  if (tables > MAX_TABLES) throw limitReached(`${MAX_TABLES} tables`);
  if (rows > MAX_ROWS_OF_ACCOUNT) throw limitReached(`${MAX_ROWS_OF_ACCOUNT} rows in all tables`);
}

const limitReached = (what: string) =>
  new ApiError('knowledge_limit_reached', `An account has at most ${what}. Delete other tables first.`);

/** With its rows. ApiError table_not_found. */
export function deleteTable(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return changeKnowledge(ctx, account, async (tx) => {
    const { id, table_uuid: target } = await getTable(tx, account, uuid);
    await store.deleteTable(tx, { id });
    return { result: undefined, entry: { action: 'table.deleted', target }, teachesNothing: true };
  });
}
