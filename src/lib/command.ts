import { DECEPTIVE, escapeDeceptive } from './printable.ts';

export type CommandOutput = Record<string, unknown> | Record<string, unknown>[];

/** The operator reads `message`; `output` holds partial results. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly output: CommandOutput | undefined;

  constructor(message: string, output?: CommandOutput) {
    super(message);
    this.output = output;
  }
}

/** `json` prints one line, a list as `{"data": [...]}`. */
export function formatOutput(output: CommandOutput, options: { json: boolean }): string {
  if (options.json) return escapeDeceptive(JSON.stringify(Array.isArray(output) ? { data: output } : output));
  return Array.isArray(output) ? formatTable(output) : formatFields(output);
}

function formatFields(fields: Record<string, unknown>): string {
  return formatColumns(Object.entries(fields).map(([name, value]) => [name, formatValue(value)]));
}

function formatTable(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return 'Nothing to list.';
  const head = names.map((name) => name.toUpperCase());
  return formatColumns([head, ...rows.map((row) => names.map((name) => formatValue(row[name])))]);
}

function formatColumns(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(DECEPTIVE, '?');
}
