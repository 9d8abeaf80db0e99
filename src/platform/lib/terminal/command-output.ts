import type { CommandOutput } from '../command.ts';
import { cellsOf, padCells, wrapWords } from './cells.ts';
import { DECEPTIVE, escapeDeceptive } from './printable.ts';
import { type Cell, type Column, layBlocks, layTable } from './table.ts';

/** Shows the text. */
export interface Screen {
  /** Infinity for files and pipes. */
  columns: number;
  paint(colour: Colour, text: string): string;
}

export type Colour = 'green' | 'yellow' | 'red' | 'bold' | 'dim';

interface OutputOptions {
  json: boolean;
  screen?: Screen | undefined;
  spareColumns?: readonly string[] | undefined;
}

/** `json`: one line, lists as `{"data": [...]}`. */
export function formatOutput(output: CommandOutput, options: OutputOptions): string {
  if (options.json) return toJsonLine(Array.isArray(output) ? { data: output } : output);
  return Array.isArray(output) ? formatList(output, options) : formatFields(output, options.screen);
}

export function toJsonLine(value: object): string {
  return escapeDeceptive(JSON.stringify(value));
}

function formatFields(fields: Record<string, unknown>, screen: Screen | undefined): string {
  const names = Object.keys(fields);
  const width = Math.max(0, ...names.map(cellsOf));
  return names
    .map((name) => {
      const value = fields[name];
      const { text, paint } = toCell(name, value, screen);
      // No text line looks like a field.
      const lines = typeof value === 'string' ? value.split('\n').map(formatValue) : [text];
      const shown = lines.join(`\n${' '.repeat(width + 2)}`);
      return `${padCells(name, width)}  ${paint?.(shown) ?? shown}`;
    })
    .join('\n');
}

function formatList(
  rows: Record<string, unknown>[],
  { screen, spareColumns = [] }: Pick<OutputOptions, 'screen' | 'spareColumns'>,
): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'Nothing to list.';
  const columns = names.map(
    (name): Column => ({ name, head: [name], cells: rows.map((row) => toCell(name, row[name], screen)) }),
  );
  const table = layTable(columns, screen?.columns);
  if (table !== null || !screen) return table ?? '';
  for (let count = 0; count <= spareColumns.length; count += 1) {
    const leftOut = spareColumns.slice(0, count);
    const narrow = columns.filter(({ name }) => !leftOut.includes(name)).map(compact);
    const fitting = layTable(narrow, screen.columns);
    if (fitting !== null) return fitting + noteOf(leftOut, screen);
  }
  return layBlocks(columns);
}

function compact({ name, cells }: Column): Column {
  return {
    name,
    head: name.split('_'),
    cells: cells.map((cell) => ({ ...cell, text: cell.short ?? cell.text })),
  };
}

function noteOf(leftOut: readonly string[], screen: Screen): string {
  if (leftOut.length === 0) return '';
  const note = `Not shown: ${leftOut.join(', ')}. A wider terminal or --json shows all.`;
  return wrapWords(note, screen.columns)
    .map((line) => `\n${screen.paint('dim', line)}`)
    .join('');
}

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/;

const EXACT = /(^|_)(id|uuid|key|token|secret|phone|number|from|to|at|until|status|state|kind|type|action)$/;
const SHORT = 16;

function toCell(name: string, value: unknown, screen: Screen | undefined): Cell {
  const text = formatValue(value);
  const minute = minuteOf(value);
  const isText = typeof value === 'string' || Array.isArray(value) || isPlainObject(value);
  const colour = screen && /(^|_)(status|state)$/.test(name) ? STATE_COLOURS[text] : undefined;
  return {
    text,
    ...(minute !== null && { short: minute }),
    isCuttable: isText && minute === null && !EXACT.test(name) && text.length > SHORT,
    ...(screen && colour && { paint: (shown) => screen.paint(colour, shown) }),
  };
}

function minuteOf(value: unknown): string | null {
  const [, day, minute] = TIME.exec(value instanceof Date ? value.toISOString() : String(value)) ?? [];
  return day === undefined ? null : `${day} ${minute}Z`;
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.length === 0) return '-';
  if (isError(value)) return formatValue(value.code);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll('\n', '\\n').replace(DECEPTIVE, '?');
}

function isError(value: unknown): value is { code: unknown; message: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** Colours only help to find the word. */
const STATE_COLOURS: Readonly<Record<string, Colour>> = {
  ...paintedAs('green', [
    'active',
    'completed',
    'connected',
    'delivered',
    'enabled',
    'read',
    'running',
    'sent',
  ]),
  ...paintedAs('yellow', ['held', 'paused', 'pending', 'provisioned', 'qr_pending', 'queued', 'suspended']),
  ...paintedAs('red', ['banned', 'cancelled', 'disabled', 'disconnected', 'expired', 'failed', 'revoked']),
};

function paintedAs(colour: Colour, states: readonly string[]): Record<string, Colour> {
  return Object.fromEntries(states.map((state) => [state, colour]));
}
