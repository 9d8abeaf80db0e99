import { filterIn } from '../queries.ts';
import type { ContactSearch } from '../search.ts';

/** Ids of contacts, or all that the filter of the list finds. */
export type Selection = ReadonlySet<number> | 'all';

export const NONE: Selection = new Set();

/** What a change is about, as the gateway takes it. */
export const targetOf = (selection: Selection, search: ContactSearch) =>
  selection === 'all' ? { filter: filterIn(search) } : { contact_ids: [...selection] };
