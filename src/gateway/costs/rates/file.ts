import { type CsvRow, readCsv } from '../../../platform/lib/csv.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { GivenRate, MAX_SAVED } from './schema.ts';

const COLUMNS = ['market', 'category', 'valid_from', 'currency', 'amount'] as const;

/** Each row is a rate; an empty amount removes it. FieldErrors names the first bad row: nothing is read. */
export async function readRates(text: string): Promise<GivenRate[]> {
  const { header, rows, problems } = await readCsv(text, MAX_SAVED);
  const names = header.map((name) => name.toLowerCase());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) throw refused(`lacks the columns ${missing.join(', ')}`);
  const [problem] = problems;
  if (problem) throw refused(`line ${problem.line}: ${problem.problem}`);
  return rows.map((row) => rateOf(row, names));
}

function rateOf({ line, cells }: CsvRow, names: readonly string[]): GivenRate {
  const cell = (column: string) => (cells[names.indexOf(column)] ?? '').trim();
  const given = {
    market: cell('market'),
    category: cell('category')
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
    valid_from: cell('valid_from'),
    currency: cell('currency').toUpperCase(),
    amount: cell('amount') === '' ? null : cell('amount'),
  };
  const { data, error } = GivenRate.safeParse(given);
  if (data) return data;
  const [issue] = error.issues;
  throw refused(`line ${line}: ${issue?.path.join('.')} ${issue?.message}`);
}

const refused = (problem: string) => new FieldErrors({ csv: [problem] });
