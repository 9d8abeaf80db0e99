import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { pagesQuery } from '../../../../queries/pages.ts';
import { BUSY_MS, PAGE } from '../queries.ts';

export type Site = Schema<'KnowledgeSite'>;
export type SitePage = Schema<'KnowledgeSitePage'>;

export const isBusy = ({ state }: Site) => state === 'waiting' || state === 'reading';

/** All sites: at most 20. Read again while one of them is read. */
export const sitesQuery = queryOptions({
  queryKey: ['assistant', 'sites'],
  queryFn: () => call('GET /knowledge/sites'),
  refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? BUSY_MS : false),
});

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'site', id],
    queryFn: () => call('GET /knowledge/sites/{id}', { id }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });

/** The pages with this text in the address. `isRunning`: the site is being read, so they change. */
export const sitePagesQuery = (id: string, q: string, isRunning: boolean) => {
  const pages = pagesQuery(['assistant', 'site-pages', id, q], (cursor) =>
    call('GET /knowledge/sites/{id}/pages', { id, query: { limit: PAGE, q, cursor } }),
  );
  return { ...pages, refetchInterval: isRunning ? BUSY_MS : (false as const) };
};
