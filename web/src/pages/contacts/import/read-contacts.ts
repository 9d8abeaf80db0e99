import { type Row, readCsv } from '../../../csv/csv.ts';
import { rankOf } from './columns.ts';
import { isVcard, readVcards } from './vcard.ts';

/** The rows of a file with contacts. Throws CsvProblem. */
export function readContacts(text: string): readonly Row[] {
  return isVcard(text) ? readVcards(text) : withMobileFirst(readCsv(text));
}

/**
 * In an export of Google Contacts, a column beside each number says what the number is. The mobile number of each row
 * becomes the first one; a fax is left out. Other files stay as they are.
 */
function withMobileFirst(rows: readonly Row[]): readonly Row[] {
  const [header, ...rest] = rows;
  const titles = header?.cells.map((title) => title.trim()) ?? [];
  const values = titles.flatMap((title, n) => {
    const isNumber = /^phone \d+ - value$/i.test(title);
    return isNumber && /^phone \d+ - (?:label|type)$/i.test(titles[n - 1] ?? '') ? n : [];
  });
  if (!header || values.length === 0) return rows;
  return [header, ...rest.map((row) => ({ ...row, cells: ordered(row.cells, values) }))];
}

function ordered(cells: readonly string[], values: readonly number[]): string[] {
  const numbers = values
    .map((n) => ({ label: cells[n - 1] ?? '', number: cells[n] ?? '' }))
    .filter(({ label, number }) => number.trim() !== '' && rankOf(label) > 0)
    .sort((one, other) => rankOf(other.label) - rankOf(one.label));
  const sorted = [...cells];
  for (const [place, n] of values.entries()) {
    const { label = '', number = '' } = numbers[place] ?? {};
    sorted.splice(n - 1, 2, label, number);
  }
  return sorted;
}
