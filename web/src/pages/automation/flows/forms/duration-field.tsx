import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Field, Input, Select } from '../../../../ui/field.tsx';
import type { FormField } from './field.ts';
import { useLabels } from './form.ts';
import { formTexts } from './texts.ts';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;
type Unit = (typeof UNITS)[number][0];

interface Props {
  field: Extract<FormField, { kind: 'duration' }>;
  shown: unknown;
  set: (seconds: number | undefined) => void;
  problem: string | undefined;
}

/** A time as a number and its unit; kept in seconds. */
export function DurationField({ field, shown, set, problem }: Props) {
  const t = useTexts(formTexts);
  const { label, hint } = useLabels(field);
  const seconds = typeof shown === 'number' ? shown : null;
  const [unit, setUnit] = useState<Unit>(unitOf(seconds ?? 3_600));
  const units = UNITS.filter(([, size]) => field.min < 60 || size >= 60);
  const change = (count: number | null, of: Unit) =>
    set(count === null ? undefined : Math.min(Math.round(count * sizeOf(of)), field.max));
  const count = seconds === null ? '' : seconds / sizeOf(unit);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            type="number"
            className="w-28"
            min={0}
            step="any"
            value={count}
            onChange={({ target }) => change(target.value === '' ? null : target.valueAsNumber, unit)}
          />
          <Select
            aria-label={t('unit', { field: label })}
            className="flex-1"
            value={unit}
            onChange={({ target }) => {
              const next = units.find(([name]) => name === target.value)?.[0] ?? unit;
              setUnit(next);
              if (count !== '') change(count, next);
            }}
          >
            {units.map(([name]) => (
              <option key={name} value={name}>
                {t(`unit_${name}`)}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  );
}

const sizeOf = (unit: Unit): number => UNITS.find(([name]) => name === unit)?.[1] ?? 1;

const unitOf = (seconds: number): Unit => UNITS.find(([, size]) => seconds % size === 0)?.[0] ?? 'seconds';
