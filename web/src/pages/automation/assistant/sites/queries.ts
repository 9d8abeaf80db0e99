import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../../api/client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { BUSY_MS, pageOf } from '../queries.ts';

export type Site = Schema<'KnowledgeSite'>;
export type SitePage = Schema<'KnowledgeSitePage'>;

export const isBusy = ({ state }: Site) => state === 'waiting' || state === 'reading';

/** All sites: at most 20. Read again while one of them is read. */
export const sitesQuery = queryOptions({
  queryKey: ['assistant', 'sites'],
  queryFn: () => ok(api.GET('/app/api/knowledge/sites')),
  refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? BUSY_MS : false),
});

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'site', id],
    queryFn: () => ok(api.GET('/app/api/knowledge/sites/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });

/** The pages with this text in the address. `isRunning`: the site is being read, so they change. */
export const sitePagesQuery = (id: string, q: string, isRunning: boolean) =>
  infiniteQueryOptions({
    queryKey: ['assistant', 'site-pages', id, q],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/knowledge/sites/{id}/pages', {
          params: { path: { id }, query: { ...pageOf(pageParam), ...(q && { q }) } },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: isRunning ? BUSY_MS : false,
  });
