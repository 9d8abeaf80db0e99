import { CommandError, type CommandOutput } from '../../../platform/lib/command.ts';
import type { Column, Operation } from './operations.ts';
import type { Answer } from './operator-call.ts';

export interface Shown {
  output: CommandOutput;
  spareColumns?: readonly string[];
}

type Row = Record<string, unknown>;

/** A list becomes a table, and below it the rest of the answer. Null: no JSON. */
export function shownOf({ columns }: Pick<Operation, 'columns'>, { json, bytes }: Answer): Shown[] | null {
  if (bytes.length === 0) return [{ output: { done: true } }];
  if (json === null) return null;
  const { data, ...rest }: Row = Object(json);
  if (!Array.isArray(data)) return [{ output: Object(json) }];
  const others = Object.entries(rest).filter(([, value]) => value !== null);
  return [tableOf(data, columns), ...(others.length > 0 ? [{ output: Object.fromEntries(others) }] : [])];
}

function tableOf(rows: readonly Row[], columns: readonly Column[] | null): Shown {
  if (columns === null) return { output: [...rows] };
  const filled = rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name]])));
  return { output: filled, spareColumns: spareOf(columns) };
}

/** Nested ones first, then the last. The first two name the row. */
function spareOf(columns: readonly Column[]): string[] {
  const last = columns.slice(2).toReversed();
  return [...last.filter(({ isNested }) => isNested), ...last.filter(({ isNested }) => !isNested)].map(
    ({ name }) => name,
  );
}

/** CommandError before a terminal gets the bytes of a picture. */
export function refuseBytes({ isText }: Answer, isTerminal: boolean): void {
  if (isText || !isTerminal) return;
  throw new CommandError('The answer is a file, and not for a terminal: add > FILE.', 'invalid_usage');
}
