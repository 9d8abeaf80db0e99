import { z } from 'zod';
import { deviceUuids, shownDeviceUuids } from '../../../gateway/devices/device.ts';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { BadRows } from '../../../platform/lib/csv.ts';
import { keyed } from '../../../platform/lib/keyed.ts';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';

/** Of an account. */
export const MAX_TABLES = 20;
/** Of a table. */
export const MAX_ROWS = 10_000;
/** Of all tables of an account. */
export const MAX_ROWS_OF_ACCOUNT = 20_000;
export const MAX_COLUMNS = 30;
export const MAX_COLUMN_NAME = 60;
/** In code points. */
export const MAX_CELL = 1_000;
/** Of a product, with its variant. */
export const MAX_PRODUCT = 200;
export const MAX_KEY = 300;
/** Rows of one request. */
export const MAX_CHANGED_ROWS = 100;
const MAX_NAME = 200;

export const COLUMN_ROLES = [
  ...(['name', 'variant', 'key', 'aliases', 'price', 'stock', 'unit', 'text', 'hidden'] as const),
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const EXAMPLE_KEY = 'Kemeja Flanel L';

const ROLE_TEXT =
  '`name`: of the product. `variant`: the size or colour, a part of its name. `key`: names the row in calls; without ' +
  'it, the name does. `aliases`: other names, separated by commas. `price`, `stock`, `unit`: what they say. `text`: ' +
  'shown to customers who ask for it. `hidden`: never shown.';

const columnName = requiredString(MAX_COLUMN_NAME)
  .overwrite((text) => text.trim())
  .meta({ description: 'As the header of the file has it.', examples: ['Harga'] });

export const ColumnSchema = z.object({
  name: columnName,
  role: z.enum(COLUMN_ROLES).meta({ description: ROLE_TEXT, examples: ['price'] }),
});
export type Column = z.infer<typeof ColumnSchema>;

const name = requiredString(MAX_NAME)
  .overwrite((text) => text.trim())
  .meta({ description: 'What staff and sources show.', examples: ['Daftar harga'] });
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be three letters of ISO 4217, such as IDR')
  .meta({ description: 'Of prices without a currency, by ISO 4217.', examples: ['IDR'] });
const device_uuids = deviceUuids('Answers for these devices only.').optional();

const flag = (description: string, value: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(value)
    .meta({ description, examples: [value] });
const column = (role: string, example: string) =>
  columnName.optional().meta({
    description: `The column with ${role}. Default: a guess by the names of the columns.`,
    examples: [example],
  });

const dry_run = flag('`true`: reports what the upload would do, and changes nothing.', 'false');

export const UploadTable = z.object({
  name: name.default('Products'),
  name_column: column('the name of the product', 'Nama'),
  key_column: column('the key of the row', 'SKU'),
  aliases_column: column('other names of the product', 'Alias'),
  price_column: column('the price', 'Harga'),
  stock_column: column('the stock', 'Stok'),
  unit_column: column('the unit', 'Satuan'),
  currency: currency.optional(),
  enabled: flag('`false`: kept, but not used for answers.', 'true'),
  dry_run,
});
export type UploadTable = z.infer<typeof UploadTable>;
export type GivenRoles = Pick<
  UploadTable,
  `${'name' | 'key' | 'aliases' | 'price' | 'stock' | 'unit'}_column`
>;

export const ReplaceRows = z.object({ dry_run });
export type ReplaceRows = z.infer<typeof ReplaceRows>;

export const ChangeTable = changeOf(
  {
    name,
    columns: list(ColumnSchema, { max: MAX_COLUMNS, empty: 'must have a column' }).meta({
      description: 'Columns with another role. Those that are left out keep theirs.',
      examples: [[{ name: 'Harga grosir', role: 'hidden' }]],
    }),
    currency: currency.nullable(),
    device_uuids,
    enabled: z.boolean().meta({ description: '`false`: kept, but not used for answers.', examples: [false] }),
  },
  'name',
).meta({ id: 'ChangeKnowledgeTable' });
export type ChangeTable = z.infer<typeof ChangeTable>;

export const TableParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the table.', examples: [EXAMPLE_UUID] }),
});

export const ListTables = z.object(pageQuery);
export type ListTables = z.infer<typeof ListTables>;

export const Table = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    name: z.string().meta({ examples: ['Daftar harga'] }),
    columns: z
      .array(z.object({ name: z.string(), role: z.enum(COLUMN_ROLES).meta({ description: ROLE_TEXT }) }))
      .meta({
        description: 'In the order of the file.',
        examples: [
          [
            { name: 'Nama', role: 'name' },
            { name: 'Harga', role: 'price' },
          ],
        ],
      }),
    currency: z
      .string()
      .nullable()
      .meta({
        description: 'Of prices without a currency. Null: they are shown without one.',
        examples: ['IDR'],
      }),
    rows: z.int().meta({ examples: [120] }),
    device_uuids: shownDeviceUuids,
    enabled: z.boolean().meta({ examples: [true] }),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    updated_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  })
  .meta({ id: 'KnowledgeTable' });
export type Table = z.infer<typeof Table>;

export const TablePage = pageBody('KnowledgeTablePage', Table);

export const UploadReport = z
  .object({
    table: Table.nullable().meta({ description: 'As it is now. Null: a `dry_run` of a new table.' }),
    columns: Table.shape.columns,
    rows: z.int().meta({ description: 'Rows with text, without the header.', examples: [121] }),
    stored_rows: z.int().meta({ description: 'Rows that answer from now on.', examples: [120] }),
    ...BadRows,
  })
  .meta({ id: 'KnowledgeTableUpload' });
export type UploadReport = z.infer<typeof UploadReport>;

const cells = z.record(z.string(), z.string()).meta({
  description: 'Texts by the names of their columns.',
  examples: [{ Nama: EXAMPLE_KEY, Harga: '150000' }],
});

export const TableRow = z
  .object({
    key: z.string().meta({ description: 'Names the row in its table.', examples: [EXAMPLE_KEY] }),
    cells,
  })
  .meta({ id: 'KnowledgeTableRow' });
export type TableRow = z.infer<typeof TableRow>;

export const TableRowPage = pageBody('KnowledgeTableRowPage', TableRow);

const key = requiredString(MAX_KEY).meta({ description: 'Of a present row.', examples: [EXAMPLE_KEY] });

const givenCells = (description: string, example: Record<string, string>) =>
  keyed(columnName, apiString().refine(...atMost(MAX_CELL)), { max: MAX_COLUMNS, things: 'cells' })
    .refine((given) => Object.keys(given).length > 0, 'must have a cell')
    .meta({ description, examples: [example] });

const changed = givenCells('The new texts by the names of their columns. The others stay.', {
  Harga: '145000',
  Stok: '0',
});
const added = givenCells('Texts by the names of their columns. The others are empty.', {
  Nama: 'Kemeja Flanel XL',
  Harga: '160000',
});
const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: list(row, { max: MAX_CHANGED_ROWS, empty: 'must have a row' }) });

export const ChangeRows = rowsOf(z.object({ key, cells: changed })).meta({ id: 'ChangeKnowledgeTableRows' });
export type ChangeRows = z.infer<typeof ChangeRows>;

export const AddRows = rowsOf(z.object({ cells: added })).meta({ id: 'AddKnowledgeTableRows' });
export type AddRows = z.infer<typeof AddRows>;

export const DeleteRow = z.object({ key });

export const ChangedRows = z.object({ data: z.array(TableRow) }).meta({ id: 'ChangedKnowledgeTableRows' });
