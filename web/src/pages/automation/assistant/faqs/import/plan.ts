import { csvLine, withoutGuard } from '../../../../../../../src/platform/lib/csv-line.ts';
import type { Row } from '../../../../../csv/csv.ts';

/** The columns from 0; -1: none. */
export interface Columns {
  question: number;
  answer: number;
}

/** A row of the file that can be sent. */
export interface Pair {
  line: number;
  question: string;
  answer: string;
}

export const REASONS = [
  ...([
    'noQuestion',
    'noAnswer',
    'longQuestion',
    'longAnswer',
    'otherAnswer',
    'manyQuestions',
    'refused',
  ] as const),
];
export type Reason = (typeof REASONS)[number];

/** A row that is not imported. */
export interface BadRow {
  line: number;
  reason: Reason;
  /** What the gateway says, for `refused`. */
  detail: string;
  question: string;
  answer: string;
}

export interface Plan {
  pairs: readonly Pair[];
  bad: readonly BadRow[];
}

/** Of the API, in characters. */
const LIMITS = { question: 500, answer: 4_096 };
const NAMES: Record<keyof Columns, RegExp> = {
  answer: /answer|jawab|respon|reply|balasan/i,
  question: /question|pertanyaan|tanya|\bfaq\b/i,
};

/** The columns by the words of the first row; without such words the first two, and no header. */
export function guessColumns(rows: readonly Row[]): { columns: Columns; hasHeader: boolean } {
  const first = (rows[0]?.cells ?? []).map((cell) => cell.trim());
  const answer = first.findIndex((cell) => cell.length < 40 && NAMES.answer.test(cell));
  const question = first.findIndex(
    (cell, at) => at !== answer && cell.length < 40 && NAMES.question.test(cell),
  );
  // One of these words can also be in a question, so a header has both.
  if (answer !== -1 && question !== -1) return { columns: { question, answer }, hasHeader: true };
  return { columns: { question: 0, answer: first.length > 1 ? 1 : -1 }, hasHeader: false };
}

/** What of the rows can be sent, and what cannot. The gateway knows more: see `readReport`. */
export function planImport(rows: readonly Row[], columns: Columns, hasHeader: boolean): Plan {
  const pairs: Pair[] = [];
  const bad: BadRow[] = [];
  for (const { line, cells } of hasHeader ? rows.slice(1) : rows) {
    const pair = { line, question: cellOf(cells, columns.question), answer: cellOf(cells, columns.answer) };
    const reason = problemOf(pair);
    if (reason) bad.push({ ...pair, reason, detail: '' });
    else pairs.push(pair);
  }
  return { pairs, bad };
}

const cellOf = (cells: readonly string[], column: number) =>
  withoutGuard((cells[column] ?? '').trim()).replace(/\r\n?/g, '\n');

function problemOf({ question, answer }: Pair): Reason | null {
  if (question === '') return 'noQuestion';
  if (answer === '') return 'noAnswer';
  if ([...question].length > LIMITS.question) return 'longQuestion';
  if ([...answer].length > LIMITS.answer) return 'longAnswer';
  return null;
}

/** The file that the gateway gets. */
export const csvOf = (pairs: readonly Pair[]): string =>
  csvLine(['question', 'answer']) + pairs.map(({ question, answer }) => csvLine([question, answer])).join('');

/** The pairs by the line of `csvOf` where each ends, as the gateway names them. */
export function pairsByLine(pairs: readonly Pair[]): Map<number, Pair> {
  let end = 1;
  return new Map(
    pairs.map((pair) => {
      end += 1 + newLines(pair.question) + newLines(pair.answer);
      return [end, pair];
    }),
  );
}

const newLines = (text: string) => text.split('\n').length - 1;

/** A problem of the gateway as a reason that the page has words for. */
export function reasonOf(problem: string): Pick<BadRow, 'reason' | 'detail'> {
  if (problem.includes('another answer')) return { reason: 'otherAnswer', detail: '' };
  if (/has \d+ questions already/.test(problem)) return { reason: 'manyQuestions', detail: '' };
  return { reason: 'refused', detail: problem };
}
