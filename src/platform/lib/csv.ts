import { pipeline } from 'node:stream/promises';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { SEPARATOR_LINE, withoutGuard } from './csv-line.ts';
import { FieldErrors } from './errors.ts';

export const MAX_CSV_BYTES = 4 * 1024 * 1024;
/** In characters. */
const MAX_ROW = 100_000;
const MAX_CELLS = 100;
const MAX_SEPARATORS = 500_000;
/** In bytes: some milliseconds of parsing, then others work. */
const SLICE = 64 * 1024;
const SEPARATORS = [',', ';', '\t'];

/** Without quotes, a part of a text with commas would be lost. */
export const MORE_CELLS =
  'has more cells than the header: put quotes around a text that has the separator in it';
const OPEN_QUOTE = 'has a quote that does not end';
const LONG_ROW = `has a row of more than ${MAX_ROW} characters`;

export interface CsvRow {
  /** In the file, from 1, which is the header. */
  line: number;
  cells: readonly string[];
}

export interface CsvProblem {
  line: number;
  problem: string;
}

const MAX_REPORTED = 100;

export const BadRows = {
  bad_rows: z.int().meta({ description: 'Rows that were left out.', examples: [1] }),
  problems: z
    .array(
      z.object({
        line: z.int().meta({ description: 'Where the row ends in the file, from 1.', examples: [4] }),
        problem: z.string().meta({ examples: ['answer is required'] }),
      }),
    )
    .meta({ description: `The first ${MAX_REPORTED} bad rows.` }),
};

export function badRowsOf(problems: readonly CsvProblem[]) {
  const sorted = [...problems].sort((one, other) => one.line - other.line);
  return { bad_rows: problems.length, problems: sorted.slice(0, MAX_REPORTED) };
}

/** Spreadsheets add blank cells at the end. */
export const hasMoreCells = (cells: readonly string[], columns: number): boolean =>
  cells.slice(columns).some((cell) => cell.trim() !== '');

export interface Csv {
  header: readonly string[];
  rows: readonly CsvRow[];
  problems: readonly CsvProblem[];
  /** A quote without an end hides the rows after it. */
  cutOff: CsvProblem | null;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** At most `maxRows` rows, by comma, semicolon or tab. FieldErrors without a header, and for more rows. */
export async function readCsv(text: string, maxRows: number): Promise<Csv> {
  const problems: CsvProblem[] = [];
  const separator = SEPARATOR_LINE.exec(text)?.[2] ?? separatorOf(text);
  if (countOf(separator, text) > MAX_SEPARATORS) throw refused(`must have at most ${MAX_SEPARATORS} cells`);
  const content = Buffer.from(text.replace(SEPARATOR_LINE, '$1'));
  const [first, ...rest] = await parseRows(content, { separator, maxRows }, problems);
  if (!first || first.cells.every((cell) => cell.trim() === '')) throw refused('must begin with a header');
  if (rest.length > maxRows) throw refused(`must have at most ${maxRows} rows`);
  const rows = rest.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  for (const { line } of rows.filter(({ cells }) => cells.length > MAX_CELLS)) {
    problems.push({ line, problem: `has more than ${MAX_CELLS} cells` });
  }
  const header = first.cells.slice(0, MAX_CELLS).map((name) => name.trim());
  problems.sort((one, other) => one.line - other.line);
  const cutOff = problems.find(hidesRest) ?? null;
  return { header, rows: rows.filter(({ cells }) => cells.length <= MAX_CELLS), problems, cutOff };
}

const hidesRest = ({ problem }: CsvProblem): boolean => problem === OPEN_QUOTE || problem === LONG_ROW;

/** Of an import that removes what the file lacks. */
export function refuseReplacement({ line, problem }: CsvProblem): never {
  throw refused(`line ${line}: ${problem}. Nothing was replaced: correct the file first`);
}

async function parseRows(
  content: Buffer,
  { separator, maxRows }: { separator: string; maxRows: number },
  problems: CsvProblem[],
): Promise<CsvRow[]> {
  const isCutOff = () => problems.slice(-1).some(hidesRest);
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    max_record_size: MAX_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_skip: (error) => {
      // The parser reports a row that is too long again in each slice, and reads no row after it.
      if (isCutOff()) return;
      problems.push({ line: Number(error?.lines ?? 0), problem: problemOf(error) });
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  const rows: CsvRow[] = [];
  parser.on('data', ({ record, info }: Parsed) => {
    rows.push({ line: info.lines, cells: record.map(withoutGuard) });
  });
  const slices = slicesOf(content, () => rows.length < maxRows + 2 && !isCutOff());
  try {
    await pipeline(slices, parser);
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw refused(problemOf(error));
    throw error;
  }
}

async function* slicesOf(content: Buffer, isWanted: () => boolean): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length && isWanted(); at += SLICE) {
    yield content.subarray(at, at + SLICE);
    await nextIteration();
  }
}

function separatorOf(text: string): string {
  const header = (/[^\r\n\ufeff].*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => header.split(separator).length;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

function countOf(separator: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

function problemOf(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return OPEN_QUOTE;
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return LONG_ROW;
  return 'has a quote in the wrong place';
}

const refused = (problem: string) => new FieldErrors({ body: [problem] });
