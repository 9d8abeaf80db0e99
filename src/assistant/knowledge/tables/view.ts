import type { Column, Table, TableRow } from './schema.ts';
import type { StoredRow, TableRecord } from './store.ts';

export function viewTable(table: TableRecord): Table {
  const { table_uuid: id, name, columns, currency, row_count: rows, enabled } = table;
  return {
    id,
    name,
    columns: [...columns],
    currency,
    rows,
    device_uuids: table.device_uuids && [...table.device_uuids],
    enabled,
    created_at: table.created_at.toISOString(),
    updated_at: table.updated_at.toISOString(),
  };
}

export function viewRow(
  columns: readonly Column[],
  { key, cells }: Pick<StoredRow, 'key' | 'cells'>,
): TableRow {
  return { key, cells: Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? ''])) };
}
