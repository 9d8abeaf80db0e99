import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { badRowsOf, type Csv, readCsv, refuseReplacement } from '../../../platform/lib/csv.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { Pieces } from '../../pieces.ts';
import { changeKnowledge } from '../change.ts';
import { currencyIn } from './amounts.ts';
import { columnsOf, columnsOfNewFile } from './columns.ts';
import { planRows, type RowPlan, tellApart } from './row-plan.ts';
import { type Column, MAX_ROWS, type ReplaceRows, type UploadReport, type UploadTable } from './schema.ts';
import * as store from './store.ts';
import { getTable, requireRoom, writeRows } from './table.ts';
import { viewTable } from './view.ts';

/** Bad rows are reported. FieldErrors for a file without good rows; ApiError knowledge_limit_reached. */
export async function uploadTable(
  ctx: Context,
  account: Caller,
  text: string,
  { name, currency, enabled, dry_run, ...roles }: UploadTable,
): Promise<UploadReport> {
  const csv = await readTable(text);
  const plan = await planTable(account, columnsOf(csv.header, roles), csv);
  const content = {
    name,
    columns: plan.columns,
    currency: currency ?? currencyOf(plan.columns),
    decimal_marks: plan.decimal_marks,
    device_uuids: null,
    enabled: enabled === 'true',
    row_count: plan.rows.length,
  };
  return changeKnowledge(ctx, account, async (tx) => {
    if (dry_run === 'true') return { result: reportOf(null, plan, csv), entry: null };
    const table = await store.insertTable(tx, account.id, content, ctx.now());
    await requireRoom(tx, account.id);
    await writeRows(tx, table.id, plan.rows);
    const entry = { action: 'table.uploaded', target: table.table_uuid, detail: detailOf(plan) } as const;
    return { result: reportOf(table, plan, csv), entry, teachesNothing: true };
  });
}

/**
 * All at once. Present columns keep their roles. FieldErrors for a file without good rows; ApiError table_not_found,
 * knowledge_limit_reached.
 */
export async function replaceRows(
  ctx: Context,
  account: Caller,
  { uuid, text }: { uuid: string; text: string },
  { dry_run }: ReplaceRows,
): Promise<UploadReport> {
  const csv = await readTable(text);
  return changeKnowledge(ctx, account, async (tx) => {
    const present = await getTable(tx, account, uuid);
    const plan = await planTable(account, columnsOfNewFile(csv.header, present.columns), csv);
    if (dry_run === 'true') return { result: reportOf(present, plan, csv), entry: null };
    if (csv.cutOff) refuseReplacement(csv.cutOff);
    const { columns, decimal_marks } = plan;
    const content = { ...present, columns, decimal_marks, row_count: plan.rows.length };
    const table = await store.changeTable(tx, present.id, content, { hasNewNames: true, now: ctx.now() });
    await requireRoom(tx, account.id);
    await store.deleteRows(tx, { tableId: present.id });
    await writeRows(tx, present.id, plan.rows);
    const entry = { action: 'table.replaced', target: present.table_uuid, detail: detailOf(plan) } as const;
    return { result: reportOf(table, plan, csv), entry, teachesNothing: true };
  });
}

/** Spreadsheets write empty columns at the end. */
async function readTable(text: string): Promise<Csv> {
  const csv = await readCsv(text, MAX_ROWS);
  const used = csv.header.findLastIndex((name) => name !== '') + 1;
  return { ...csv, header: csv.header.slice(0, used) };
}

async function planTable({ id }: Caller, columns: readonly Column[], csv: Csv): Promise<RowPlan> {
  const plan = await new Pieces().run(id, planRows(tellApart(columns, csv.rows), csv));
  if (plan.rows.length > 0) return plan;
  const [first] = plan.problems;
  const why = first ? `: line ${first.line} ${first.problem}` : '';
  throw new FieldErrors({ body: [`must have a row that can be read${why}`] });
}

function currencyOf(columns: readonly Column[]): string | null {
  const prices = columns.filter(({ role }) => role === 'price');
  return prices.map(({ name }) => currencyIn(name)).find((code) => code !== null) ?? null;
}

const detailOf = ({ rows, problems }: RowPlan) => ({ rows: rows.length, bad_rows: problems.length });

function reportOf(
  table: store.TableRecord | null,
  { columns, rows, problems }: RowPlan,
  csv: Csv,
): UploadReport {
  return {
    table: table && viewTable(table),
    columns: [...columns],
    rows: csv.rows.length,
    stored_rows: rows.length,
    ...badRowsOf(problems),
  };
}
