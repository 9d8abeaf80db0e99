/** What the address of the list says. */
export interface ContactSearch {
  q?: string;
  tag?: string;
  /** Conditions on own fields. */
  fields?: string;
  consent?: 'opted_out' | 'not_opted_out';
  active_days?: number;
  silent_days?: number;
  /** In place of all other conditions. */
  segment?: string;
  page?: number;
}

const textOf = (value: unknown) => (value === undefined ? '' : String(value));
const countOf = (value: unknown, min: number) =>
  Number.isSafeInteger(value) && Number(value) >= min ? value : '';

/** Reads the address of the list. A number in `q` comes as a number. The gateway refuses what it does not know. */
export function contactSearch({
  active_days,
  silent_days,
  page,
  ...given
}: Record<string, unknown>): ContactSearch {
  const texts = ['q', 'tag', 'fields', 'consent', 'segment'].map((name) => [name, textOf(given[name])]);
  const counts = {
    active_days: countOf(active_days, 1),
    silent_days: countOf(silent_days, 1),
    page: countOf(page, 2),
  };
  // Each name has the kind of its field.
  return Object.fromEntries(
    [...texts, ...Object.entries(counts)].filter(([, value]) => value !== ''),
  ) as ContactSearch;
}
