/** Spreadsheets calculate cells that begin so, and hide an apostrophe before them. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** One row of a CSV file. A spreadsheet shows its cells, and calculates none. `readCsv` answers the cells as given. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(withGuard).map(quoted).join(',')}\r\n`;
}

const withGuard = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);

/** A cell as it was given to `csvLine`. */
export const withoutGuard = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

const quoted = (cell: string) => (/[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
