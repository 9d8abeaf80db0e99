import { DurationInput } from '../duration/duration-input.tsx';
import { Field } from '../field.tsx';
import { useField } from './facts.ts';

interface Props {
  name: string;
  label: string;
  hint?: string;
  /** Of the value, in seconds. */
  unit?: 1 | 60;
}

/** A time as a number and its unit. Null: nothing is typed. */
export function DurationField({ name, label, hint, unit = 1 }: Props) {
  const { value, setValue, limit, problem } = useField<number | null>(name);
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY, nullable = false } = limit;
  return (
    <Field {...{ label, hint, problem }}>
      {(control) => (
        <DurationInput
          {...control}
          label={label}
          required={!nullable}
          min={minimum * unit}
          max={maximum * unit}
          seconds={value === null ? null : value * unit}
          onSeconds={(seconds) => setValue(seconds === null ? null : Math.round(seconds / unit))}
        />
      )}
    </Field>
  );
}
