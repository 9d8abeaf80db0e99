import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Choice, Input } from '../field.tsx';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;
type Unit = (typeof UNITS)[number][0];

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** The label of the field, for the name of the unit. */
  label: string;
  /** Null: nothing is typed. */
  seconds: number | null;
  onSeconds: (seconds: number | null) => void;
  /** In seconds. */
  min: number;
  max: number;
}

/** A time as a number and its unit, kept in seconds. */
export function DurationInput({ label, seconds, onSeconds, min, max, ...control }: Props) {
  const t = useTexts('shared.duration');
  const [unit, setUnit] = useState<Unit>(unitOf(seconds ?? 3_600));
  const units = UNITS.filter(([, size]) => min < 60 || size >= 60);
  const change = (count: number | null, of: Unit) =>
    onSeconds(count === null ? null : Math.min(Math.round(count * sizeOf(of)), max));
  const count = seconds === null ? '' : seconds / sizeOf(unit);
  return (
    <div className="flex gap-2">
      <Input
        {...control}
        type="number"
        className="max-w-28"
        min={0}
        step="any"
        value={count}
        onChange={({ target }) => change(target.value === '' ? null : target.valueAsNumber, unit)}
      />
      <Choice
        aria-label={t('unit', { field: label })}
        className="flex-1"
        value={unit}
        options={units.map(([name]) => [name, t(name)])}
        onValue={(chosen) => {
          const next = units.find(([name]) => name === chosen)?.[0] ?? unit;
          setUnit(next);
          if (count !== '') change(count, next);
        }}
      />
    </div>
  );
}

const sizeOf = (unit: Unit): number => UNITS.find(([name]) => name === unit)?.[1] ?? 1;

const unitOf = (seconds: number): Unit => UNITS.find(([, size]) => seconds % size === 0)?.[0] ?? 'seconds';
