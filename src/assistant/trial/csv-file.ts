import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { CommandError } from '../../platform/lib/command.ts';

/** Rows of a CSV file whose first line names at least these columns. */
export function readColumns<Column extends string>(
  path: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const [names = [], ...rows] = readRecords(path);
  const places = columns.map((column) => {
    const place = names.indexOf(column);
    if (place >= 0) return { column, place };
    const problem = `${path} has no column '${column}'. Its first line must be ${columns.join(',')}.`;
    throw new CommandError(problem, 'invalid_usage');
  });
  if (rows.length === 0) throw new CommandError(`${path} has no rows.`, 'invalid_usage');
  return rows.map((row) => {
    const pairs = places.map(({ column, place }) => [column, (row[place] ?? '').trim()]);
    // The keys are the columns.
    return Object.fromEntries(pairs) as Record<Column, string>;
  });
}

function readRecords(path: string): string[][] {
  try {
    return parse(readFileSync(path), { bom: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${path} cannot be read: ${reason}`, 'invalid_usage');
  }
}
