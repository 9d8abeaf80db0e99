import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import type { ContactSearch } from './search.ts';

export type Contact = Schema<'Contact'>;

/** Characters that the search needs. */
export const MIN_SEARCH = 3;

export const contactsQuery = ({ q = '', tag, page = 1 }: ContactSearch) => {
  const query = {
    page,
    per_page: 50,
    ...(q.length >= MIN_SEARCH && { q }),
    ...(tag !== undefined && { tag }),
  };
  return queryOptions({
    queryKey: ['contacts', 'list', query],
    queryFn: () => call('GET /contacts', { query }),
    placeholderData: keepPreviousData,
  });
};
