/** Spreadsheets calculate a field that begins so, also behind blanks and quotes. */
const FORMULA = `(?=(?:[^\\S\\t\\r\\n]|["'])*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20])`;
/**
 * Where a program may begin a field: at the start of a cell, and behind a semicolon, a tab or a line break in it. Some
 * programs separate there in spite of the quotes. Any cell that begins with a tab or a line break counts too.
 */
const BEFORE = '(?<=^|[;\\t\\r\\n])';
const FIELDS = new RegExp(`${BEFORE}${FORMULA}|^(?='*[\\t\\r\\n])`, 'g');
const GUARDS = new RegExp(`${BEFORE}'${FORMULA}|^'(?='*[\\t\\r\\n])`, 'g');

/** Excel writes the separator of a file into a line above the header. */
export const SEPARATOR_LINE = /^(\ufeff?)"?sep=([,;\t|])"?(?=[\r\n])/i;

/**
 * One row of a CSV file: of an export, and of a download of the dashboard. A spreadsheet shows its cells and calculates
 * none, with each of the separators. `readCsv` answers the cells as given.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(withGuard).map(quoted).join(',')}\r\n`;
}

const withGuard = (cell: string) => cell.replace(FIELDS, "'");

/** A cell as it was given to `csvLine`. */
export const withoutGuard = (cell: string) => cell.replace(GUARDS, '');

const quoted = (cell: string) => (/[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
