import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { InboxSearch } from '../search.ts';

const MINUTE = 60_000;

/** Of the user, and those that the account shares. */
export const viewsQuery = queryOptions({
  queryKey: ['views'] as const,
  staleTime: MINUTE,
  queryFn: () => call('GET /views'),
});

const reload = () => queryClient.invalidateQueries(viewsQuery);

/** Words of a search are not kept: they can name a customer. */
export async function saveView(name: string, search: InboxSearch, isShared: boolean): Promise<void> {
  const { q: _q, to: _to, message: _message, ...filter } = search;
  await call('POST /views', { body: { name, filter, is_shared: isShared } });
  await reload();
}

export async function removeView(id: string): Promise<void> {
  await call('DELETE /views/{id}', { id });
  await reload();
}
