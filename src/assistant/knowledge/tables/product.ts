import { fold } from './columns.ts';
import type { Column, ColumnRole } from './schema.ts';

const MAX_ALIASES = 10;

export function cellsOf(columns: readonly Column[], cells: readonly string[], role: ColumnRole): string[] {
  return columns.flatMap((column, at) => (column.role === role ? [cells[at] ?? ''] : []));
}

/** With its variant, unless the name has it. */
export function productOf(columns: readonly Column[], cells: readonly string[]): string {
  const [name = ''] = cellsOf(columns, cells, 'name');
  const words = ` ${fold(name)} `;
  const variants = cellsOf(columns, cells, 'variant').filter((each) => !words.includes(` ${fold(each)} `));
  return [name, ...variants].filter((part) => part !== '').join(' ');
}

/** Else the product. */
export function keyOf(columns: readonly Column[], cells: readonly string[]): string {
  const [key = ''] = cellsOf(columns, cells, 'key');
  return key || productOf(columns, cells);
}

/** Aliases with the variant, and the key. */
export function otherNamesOf(columns: readonly Column[], cells: readonly string[]): string[] {
  const [aliases = ''] = cellsOf(columns, cells, 'aliases');
  const variants = cellsOf(columns, cells, 'variant').join(' ');
  const names = aliases.split(/[,;|/\n]/).map((alias) => alias.trim());
  const given = names.filter((alias) => alias !== '').slice(0, MAX_ALIASES);
  return [...given.map((alias) => `${alias} ${variants}`), ...cellsOf(columns, cells, 'key').filter(Boolean)];
}
