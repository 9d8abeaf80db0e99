import { createContext, useContext, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Problem } from '../../api/problem.ts';
import { fieldProblem } from '../field.tsx';

interface Limit {
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}
export type Limits = Readonly<Record<string, Limit>>;

interface Facts {
  limits: Limits | undefined;
  problem: Problem | null;
  /** For fields that save by themselves, such as a question with its answers as buttons. */
  submit: () => void;
  isUnsaved: () => boolean;
}

/** What fields know of their form. */
export const FormFacts = createContext<Facts>({
  limits: undefined,
  problem: null,
  submit: () => {},
  isUnsaved: () => false,
});

/** Value, limits and problem of the field, such as `hours` or `columns.2.role`. */
export function useField<Value>(name: string) {
  const { limits, problem } = useContext(FormFacts);
  const { field } = useController({ name });
  // Later, a removed row of a list has no value while it leaves.
  useState(() => {
    if (field.value === undefined) throw new Error(`The form has no first value for ${name}.`);
  });
  const path = name.replace(/\.\d+(?=\.|$)/g, '.*');
  return {
    value: field.value as Value, // of the form's `initial`
    // Without its promise, which an effect would take for its end.
    setValue: (value: Value): void => {
      field.onChange(value);
    },
    limit: limits?.[path] ?? {},
    /** Of each entry of a list. */
    entry: limits?.[`${path}.*`] ?? {},
    problem: fieldProblem(problem, name),
  };
}
