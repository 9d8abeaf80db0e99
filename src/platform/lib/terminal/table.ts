import { cellsOf, cutToCells, padCells } from './cells.ts';

export interface Cell {
  text: string;
  short?: string | undefined;
  /** Cut ids, numbers, states and times are useless. */
  isCuttable: boolean;
  paint?: ((text: string) => string) | undefined;
}

export interface Column {
  name: string;
  head: readonly string[];
  cells: Cell[];
}

const GAP = '  ';
/** A shorter rest says nothing. */
const MIN_CUT = 12;

/** Null when the columns do not fit, even cut. */
export function layTable(columns: readonly Column[], width = Number.POSITIVE_INFINITY): string | null {
  const widths = fitWidths(columns, width);
  if (!widths) return null;
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, row) =>
    joinLine(columns.map(({ cells }, n) => layCell(cells[row], widths[n] ?? 0))),
  );
  return [...layHead(columns, widths), ...rows].join('\n');
}

function layHead(columns: readonly Column[], widths: readonly number[]): string[] {
  const height = Math.max(...columns.map(({ head }) => head.length));
  return Array.from({ length: height }, (_, line) =>
    joinLine(
      columns.map(({ head }, n) =>
        padCells((head[line - height + head.length] ?? '').toUpperCase(), widths[n] ?? 0),
      ),
    ),
  );
}

/** One block per row. Nothing is cut. */
export function layBlocks(columns: readonly Column[]): string {
  const count = columns[0]?.cells.length ?? 0;
  return Array.from({ length: count }, (_, row) =>
    columns.map(({ name, cells }) => `${name}: ${paintCell(cells[row])}`).join('\n'),
  ).join('\n\n');
}

function joinLine(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd();
}

function layCell(cell: Cell | undefined, width: number): string {
  const text = cutToCells(cell?.text ?? '', width);
  return (cell?.paint?.(text) ?? text) + ' '.repeat(width - cellsOf(text));
}

function paintCell(cell: Cell | undefined): string {
  const text = cell?.text ?? '';
  return cell?.paint?.(text) ?? text;
}

function fitWidths(columns: readonly Column[], width: number): number[] | null {
  const widths = columns.map(({ head, cells }) => widest([...head, ...cells.map(({ text }) => text)]));
  const least = columns.map(({ head, cells }, n) => {
    const exact = cells.filter(({ isCuttable }) => !isCuttable).map(({ text }) => text);
    return Math.min(widths[n] ?? 0, Math.max(MIN_CUT, widest([...head, ...exact])));
  });
  let over = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
  while (over > 0) {
    const [next] = widths
      .map((cells, column) => ({ column, cells, spare: cells - (least[column] ?? 0) }))
      .filter(({ spare }) => spare > 0)
      .sort((a, b) => b.cells - a.cells);
    if (!next) return null;
    widths[next.column] = next.cells - 1;
    over -= 1;
  }
  return widths;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(cellsOf));
}
