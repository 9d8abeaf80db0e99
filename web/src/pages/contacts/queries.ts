import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import type { ContactSearch } from './search.ts';

export type Contact = Schema<'Contact'>;

/** Characters that the search needs. */
export const MIN_SEARCH = 3;

/** What the address of the list asks for, as the gateway takes it. */
export const filterIn = ({ q = '', tag, fields }: ContactSearch) => ({
  ...(q.length >= MIN_SEARCH && { q }),
  ...(tag !== undefined && { tag }),
  ...(fields !== undefined && { fields }),
});

export const contactsQuery = ({ page = 1, ...search }: ContactSearch) => {
  const query = {
    page,
    per_page: 50,
    ...filterIn(search),
  };
  return queryOptions({
    queryKey: ['contacts', 'list', query],
    queryFn: () => call('GET /contacts', { query }),
    placeholderData: keepPreviousData,
  });
};
