import { fold } from './columns.ts';
import type { Column, ColumnRole } from './schema.ts';

const MAX_ALIASES = 10;

/** Texts of the columns with the role. */
export function cellsOf(columns: readonly Column[], cells: readonly string[], role: ColumnRole): string[] {
  return columns.flatMap((column, at) => (column.role === role ? [cells[at] ?? ''] : []));
}

/** As customers read it: the name with its variant, unless the name has it already. */
export function productOf(columns: readonly Column[], cells: readonly string[]): string {
  const [name = ''] = cellsOf(columns, cells, 'name');
  const words = ` ${fold(name)} `;
  const variants = cellsOf(columns, cells, 'variant').filter((each) => !words.includes(` ${fold(each)} `));
  return [name, ...variants].filter((part) => part !== '').join(' ');
}

/** Of the row: what the key column says, else the product. */
export function keyOf(columns: readonly Column[], cells: readonly string[]): string {
  const [key = ''] = cellsOf(columns, cells, 'key');
  return key || productOf(columns, cells);
}

/** Other texts that name the product: its aliases, with the variant, and its key. */
export function otherNamesOf(columns: readonly Column[], cells: readonly string[]): string[] {
  const [aliases = ''] = cellsOf(columns, cells, 'aliases');
  const variants = cellsOf(columns, cells, 'variant').join(' ');
  const names = aliases.split(/[,;|/\n]/).map((alias) => alias.trim());
  const given = names.filter((alias) => alias !== '').slice(0, MAX_ALIASES);
  return [...given.map((alias) => `${alias} ${variants}`), ...cellsOf(columns, cells, 'key').filter(Boolean)];
}
