import type { ReactNode } from 'react';
import { Field, Input } from '../../../ui/field.tsx';

interface Props {
  label: string;
  hint?: ReactNode;
  problem: string | undefined;
  min: number;
  max: number;
  step?: 'any';
  isOptional?: boolean;
  /** NaN: nothing is typed. */
  value: number;
  onValue: (value: number) => void;
}

export function NumberField({ label, hint, problem, isOptional = false, value, onValue, ...limits }: Props) {
  return (
    <Field {...{ label, hint, problem }}>
      {(control) => (
        <Input
          {...control}
          {...limits}
          type="number"
          required={!isOptional}
          className="max-w-28"
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onValue(target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
