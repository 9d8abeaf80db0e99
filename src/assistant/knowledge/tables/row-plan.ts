import { type Csv, type CsvProblem, hasMoreCells, MORE_CELLS } from '../../../platform/lib/csv.ts';
import { isLonger } from '../../../platform/lib/text.ts';
import { type DecimalMarks, marksIn, readFigure } from './amounts.ts';
import { fold, withVariants } from './columns.ts';
import { cellsOf, keyOf, productOf } from './product.ts';
import { type Column, MAX_CELL, MAX_KEY, MAX_PRODUCT } from './schema.ts';

export interface PlannedRow {
  key: string;
  folded_key: string;
  cells: readonly string[];
}

export interface RowPlan {
  columns: readonly Column[];
  decimal_marks: DecimalMarks;
  rows: readonly PlannedRow[];
  problems: readonly CsvProblem[];
}

/** A cell, in units of some 100 ns. */
const CELL_WORK = 20;

/** Bad rows are reported, whole. Yields what its steps cost. */
export function* planRows(
  columns: readonly Column[],
  { rows, problems }: Pick<Csv, 'rows' | 'problems'>,
): Generator<number, RowPlan> {
  const decimal_marks = yield* marksOf(columns, rows);
  const seen = new Map<string, number>();
  const planned: PlannedRow[] = [];
  const bad: CsvProblem[] = [...problems];
  for (const { line, cells: written } of rows) {
    const cells = columns.map((_, at) => (written[at] ?? '').trim());
    const problem = hasMoreCells(written, columns.length)
      ? MORE_CELLS
      : rowProblem(columns, cells, decimal_marks);
    const row = { key: keyOf(columns, cells), folded_key: fold(keyOf(columns, cells)), cells };
    const first = problem === null ? seen.get(row.folded_key) : undefined;
    if (problem !== null) bad.push({ line, problem });
    else if (first !== undefined) bad.push({ line, problem: `has the same name or key as line ${first}` });
    else {
      seen.set(row.folded_key, line);
      planned.push(row);
    }
    yield CELL_WORK * columns.length;
  }
  bad.sort((one, other) => one.line - other.line);
  return { columns, decimal_marks, rows: planned, problems: bad };
}

/** Of figures, over all rows. */
function* marksOf(
  columns: readonly Column[],
  rows: readonly { cells: readonly string[] }[],
): Generator<number, DecimalMarks> {
  const marks = new Set<string>();
  for (const { cells } of rows) {
    for (const mark of marksIn(figuresIn(columns, cells))) marks.add(mark);
    yield CELL_WORK * columns.length;
  }
  if (marks.size === 2) return ',.';
  if (marks.has(',')) return ',';
  return marks.has('.') ? '.' : '';
}

const figuresIn = (columns: readonly Column[], cells: readonly string[]) =>
  columns.flatMap(({ role }, at) => (isFigure(role) ? [(cells[at] ?? '').slice(0, MAX_CELL)] : []));

const isFigure = (role: Column['role']) => role === 'price' || role === 'stock';

/** Null: it can be stored. */
export function rowProblem(
  columns: readonly Column[],
  cells: readonly string[],
  marks: DecimalMarks,
): string | null {
  for (const [at, { name, role }] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (isLonger(cell, MAX_CELL)) return `${name}: has more than ${MAX_CELL} characters`;
    if (cell.includes('\0')) return `${name}: must not contain NUL`;
    if (role === 'name' && cell === '') return `${name}: is required`;
    if (isFigure(role) && readFigure(cell, marks).kind === 'unclear') {
      return `${name}: ${cell} is not a number, or can be read in several ways`;
    }
  }
  const product = productOf(columns, cells);
  if (isLonger(product, MAX_PRODUCT)) return `has a product of more than ${MAX_PRODUCT} characters`;
  const key = keyOf(columns, cells);
  const isLong = isLonger(key, MAX_KEY) || isLonger(fold(key), MAX_KEY);
  return isLong ? `has a key of more than ${MAX_KEY} characters` : null;
}

/** Columns such as the size belong to the name where products share one. */
export function tellApart(
  columns: readonly Column[],
  rows: readonly { cells: readonly string[] }[],
): readonly Column[] {
  if (columns.some(({ role }) => role === 'variant')) return columns;
  const names = rows.map(({ cells }) => fold(cellsOf(columns, cells, 'name')[0] ?? ''));
  return new Set(names).size < names.length ? withVariants(columns) : columns;
}
