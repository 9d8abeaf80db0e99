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

/** In few bytes: the first page loads it. */
const NAMES = 'q tag fields consent segment active_days silent_days page'.split(' ');

/** Reads the address of the list. A number in `q` comes as a number. The gateway refuses what it does not know. */
export const contactSearch = (given: Record<string, unknown>) =>
  Object.fromEntries(
    NAMES.filter((name) => given[name]).map((name) => [
      name,
      /days|page/.test(name) ? Number(given[name]) || 1 : String(given[name]),
    ]),
  ) as ContactSearch; // each name has the kind of its field
