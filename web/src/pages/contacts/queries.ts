import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import type { ContactSearch } from './search.ts';

export type Contact = Schema<'Contact'>;

/** Characters that the search needs. */
export const MIN_SEARCH = 3;

/** What the address of the list asks for, as the gateway takes it. */
export const filterIn = ({ q = '', page: _, ...search }: ContactSearch) => ({
  ...(q.length >= MIN_SEARCH && { q }),
  ...search,
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

/** Of the person with this number, with the latest message first. */
export const chatsQuery = (phone: string) =>
  queryOptions({
    queryKey: ['contacts', 'chats', phone],
    queryFn: () => call('GET /conversations', { query: { phone, limit: 50 } }),
  });

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: () => call('GET /contacts/{id}', { id }),
  });
