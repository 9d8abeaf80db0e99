/** The first values of a form: what exists, or the blank of a new thing. */
export function valuesOf<Values extends object>(blank: Values, thing: Partial<Values> | null): Values {
  const names = Object.keys(blank) as (keyof Values)[]; // its own
  const values = names.map((name) => [name, thing?.[name] === undefined ? blank[name] : thing[name]]);
  return Object.fromEntries(values) as Values; // the same keys
}
