import { MIN_SEARCH } from '../queries.ts';
import type { ContactSearch } from '../search.ts';

/** Ids of contacts, or all that the filter of the list finds. */
export type Selection = ReadonlySet<number> | 'all';

export const NONE: Selection = new Set();

/** What a change is about, as the gateway takes it. */
export const targetOf = (selection: Selection, { q = '', tag }: ContactSearch) =>
  selection === 'all'
    ? { filter: { ...(q.length >= MIN_SEARCH && { q }), ...(tag !== undefined && { tag }) } }
    : { contact_ids: [...selection] };
