/** Spreadsheets calculate these, also behind blanks and quotes. */
const FORMULA = `(?=(?:[^\\S\\t\\r\\n]|["'])*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20])`;
/** Some programs separate here in spite of quotes. */
const BEFORE = '(?<=^|[;\\t\\r\\n])';
const FIELDS = new RegExp(`${BEFORE}${FORMULA}|^(?='*[\\t\\r\\n])`, 'g');
const GUARDS = new RegExp(`${BEFORE}'${FORMULA}|^'(?='*[\\t\\r\\n])`, 'g');

/** Excel writes it above the header. */
export const SEPARATOR_LINE = /^(\ufeff?)"?sep=([,;\t|])"?(?=[\r\n])/i;

export type Separator = ',' | ';';

/** Excel separates cells by semicolons where a comma separates decimals. */
export function separatorFor(language: string): Separator {
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(',') ? ';' : ',';
  } catch {
    return ',';
  }
}

/** Cells of rows, some rows at a time. */
export type CsvRows = AsyncGenerator<readonly (readonly string[])[]>;

/** One row of a CSV file. A spreadsheet calculates none of its cells; `readCsv` answers the cells as given. */
export function csvLine(cells: readonly string[], separator: Separator = ','): string {
  return `${cells.map(withGuard).map(quoted).join(separator)}\r\n`;
}

const withGuard = (cell: string) => cell.replace(FIELDS, "'");

export const withoutGuard = (cell: string) => cell.replace(GUARDS, '');

const quoted = (cell: string) => (/[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
