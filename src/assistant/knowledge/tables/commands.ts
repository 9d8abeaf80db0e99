import type { Command } from 'commander';
import type { CommandRunner } from '../../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../../platform/accounts/choice.ts';
import { requireFields } from '../../../platform/lib/check-fields.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { readJsonFile, readTextFile, writeTextFile } from '../../../platform/lib/command-files.ts';
import { limitOption } from '../../../platform/lib/command-options.ts';
import { MAX_CSV_BYTES } from '../../../platform/lib/csv.ts';
import { addRows, changeRows, deleteRow } from './row-changes.ts';
import { exportTable, listRows } from './rows.ts';
import { AddRows, ChangeRows, ChangeTable, DeleteRow, UploadTable } from './schema.ts';
import { changeTable, deleteTable, listTables } from './table.ts';
import { replaceRows, uploadTable } from './upload.ts';
import { viewRow, viewTable } from './view.ts';

interface ListOptions extends AccountOptions {
  limit: number;
}
interface UploadOptions extends AccountOptions {
  name?: string;
  currency?: string;
  dryRun?: boolean;
}

const MAX_FILE = 1024 * 1024;
/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['updated_at', 'device_uuids', 'currency', 'columns'];
const CELLS = 'texts by the names of their columns, such as Harga=15000';

/** `kurir table`: products and prices that the assistant looks up. */
export function registerTableCommands(program: Command, run: CommandRunner): void {
  const table = program.command('table').description('tables of products and prices');
  lookCommands(table, run);
  fileCommands(table, run);
  rowCommands(table, run);

  ofAccount(table.command('change').description('change what columns mean, or other fields that a file has'))
    .argument('<table>', 'its id')
    .argument('<file>', 'the body of PATCH /v1/knowledge/tables/{id}')
    .action((id: string, file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const change = await readJsonFile(file, ChangeTable, MAX_FILE);
        return viewTable(await changeTable(ctx, account, id, change));
      }),
    );

  ofAccount(table.command('remove').description('remove a table with all of its rows'))
    .argument('<table>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteTable(ctx, account, id);
        return { id, removed: true };
      }),
    );
}

function lookCommands(table: Command, run: CommandRunner): void {
  ofAccount(table.command('list').description('list tables, and what their columns mean'))
    .addOption(limitOption())
    .action(({ limit, ...options }: ListOptions) =>
      onAccount(run, { ...options, spareColumns: SPARE_COLUMNS }, async (ctx, account) =>
        (await listTables(ctx, account, { limit })).rows.map((row) => {
          const { id, name, rows, enabled, columns, currency, device_uuids, updated_at } = viewTable(row);
          const meanings = columns.map((column) => `${column.name}: ${column.role}`);
          return { id, name, rows, enabled, columns: meanings, currency, device_uuids, updated_at };
        }),
      ),
    );

  ofAccount(table.command('rows').description('list rows of a table, in their order'))
    .argument('<table>', 'its id')
    .addOption(limitOption())
    .action((id: string, { limit, ...options }: ListOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const { columns, page } = await listRows(ctx, account, id, { limit });
        return page.rows.map((row) => viewRow(columns, row));
      }),
    );

  ofAccount(table.command('export').description('write all rows to a CSV file'))
    .argument('<table>', 'its id')
    .argument('<file>', 'is replaced if it exists')
    .action((id: string, file: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await writeTextFile(file, await exportTable(ctx, account, id));
        return { file };
      }),
    );
}

function fileCommands(table: Command, run: CommandRunner): void {
  ofAccount(table.command('upload').description('add a table from a CSV file'))
    .argument('<file>', 'CSV with a header')
    .option('--name <name>', 'what staff and sources show')
    .option('--currency <code>', 'of prices without a currency, such as IDR')
    .option('--dry-run', 'report what would be added, and add nothing')
    .action((file: string, { name, currency, dryRun, ...options }: UploadOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const query = requireFields(UploadTable, { name, currency, dry_run: dryRun ? 'true' : 'false' });
        return { ...(await uploadTable(ctx, account, await readTextFile(file, MAX_CSV_BYTES), query)) };
      }),
    );

  ofAccount(table.command('replace').description('replace all rows of a table by those of a CSV file'))
    .argument('<table>', 'its id')
    .argument('<file>', 'CSV with a header')
    .option('--dry-run', 'report what would change, and change nothing')
    .action((uuid: string, file: string, { dryRun, ...options }: AccountOptions & { dryRun?: boolean }) =>
      onAccount(run, options, async (ctx, account) => {
        const text = await readTextFile(file, MAX_CSV_BYTES);
        const query = { dry_run: dryRun ? ('true' as const) : ('false' as const) };
        return { ...(await replaceRows(ctx, account, { uuid, text }, query)) };
      }),
    );
}

function rowCommands(table: Command, run: CommandRunner): void {
  ofAccount(table.command('add-row').description('add a row at the end of a table'))
    .argument('<table>', 'its id')
    .argument('<cells...>', CELLS)
    .action((id: string, cells: string[], options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const given = requireFields(AddRows, { rows: [{ cells: cellsOf(cells) }] });
        const { columns, rows } = await addRows(ctx, account, id, given);
        return rows.map((row) => viewRow(columns, row));
      }),
    );

  ofAccount(table.command('change-row').description('change cells of a row, such as its price or stock'))
    .argument('<table>', 'its id')
    .argument('<key>', 'of the row')
    .argument('<cells...>', CELLS)
    .action((id: string, key: string, cells: string[], options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const given = requireFields(ChangeRows, { rows: [{ key, cells: cellsOf(cells) }] });
        const { columns, rows } = await changeRows(ctx, account, id, given);
        return rows.map((row) => viewRow(columns, row));
      }),
    );

  ofAccount(table.command('remove-row').description('remove a row of a table'))
    .argument('<table>', 'its id')
    .argument('<key>', 'of the row')
    .action((id: string, given: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const { key } = requireFields(DeleteRow, { key: given });
        await deleteRow(ctx, account, id, key);
        return { key, removed: true };
      }),
    );
}

/** Throws CommandError. */
function cellsOf(words: readonly string[]): Record<string, string> {
  const cells = words.map((word): [string, string] => {
    const at = word.indexOf('=');
    if (at < 1)
      throw new CommandError(`${word} must be the name of a column and a text: Harga=15000`, 'invalid_usage');
    return [word.slice(0, at), word.slice(at + 1)];
  });
  return Object.fromEntries(cells);
}
