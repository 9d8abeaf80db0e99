import { DurationInput } from '../../../../ui/duration/duration-input.tsx';
import { Field } from '../../../../ui/field.tsx';
import type { FormField } from './field.ts';
import { useLabels } from './form.ts';

interface Props {
  field: Extract<FormField, { kind: 'duration' }>;
  shown: unknown;
  set: (seconds: number | undefined) => void;
  problem: string | undefined;
}

/** A time of a node. */
export function DurationField({ field, shown, set, problem }: Props) {
  const { label, hint } = useLabels(field);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <DurationInput
          {...{ ...control, label }}
          {...{ min: field.min, max: field.max }}
          seconds={typeof shown === 'number' ? shown : null}
          onSeconds={(seconds) => set(seconds ?? undefined)}
        />
      )}
    </Field>
  );
}
