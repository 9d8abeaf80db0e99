import { deepEqual } from '@tanstack/react-router';

/** The first values of a form: what exists, or the blank of a new thing. */
export function valuesOf<Values extends object>(blank: Values, thing: Partial<Values> | null): Values {
  const names = Object.keys(blank) as (keyof Values)[]; // its own
  const values = names.map((name) => [name, thing?.[name] === undefined ? blank[name] : thing[name]]);
  return Object.fromEntries(values) as Values; // the same keys
}

/** A record of any names has no fewer of them. */
type Some<Values> = string extends keyof Values ? Values : Partial<Values>;

/** What differs from `before`: users who change other values at the same time keep theirs. */
export function changedOf<Values extends object>(values: Values, before: Values): Some<Values> {
  const names = Object.keys(values) as (keyof Values)[]; // its own
  const changed = names.filter((name) => !deepEqual(values[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Some<Values>; // some of them
}
