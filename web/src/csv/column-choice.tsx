import { Choice } from '../ui/field.tsx';
import type { Row } from './csv.ts';

interface Props {
  label: string;
  /** The text for -1: no column. */
  none: string;
  names: readonly string[];
  value: number;
  onValue: (column: number) => void;
}

/** Which column of a file has this value. */
export function ColumnChoice({ label, none, names, value, onValue }: Props) {
  return (
    <Choice
      label={label}
      value={value}
      options={[[-1, none], ...names.map((name, at) => [at, name] as const)]}
      onValue={onValue}
    />
  );
}

/** The names of the columns: those of the header, or numbers. */
export function columnNames(
  rows: readonly Row[],
  hasHeader: boolean,
  numbered: (number: number) => string,
): string[] {
  const width = Math.max(0, ...rows.slice(0, 5).map(({ cells }) => cells.length));
  return Array.from(
    { length: width },
    (_, at) => (hasHeader && rows[0]?.cells[at]?.trim()) || numbered(at + 1),
  );
}
