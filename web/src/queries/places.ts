import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../api/client.ts';
import { asProblem } from '../api/problem.ts';

const MAX_PAGE = 200;
const MINUTE = 60_000;

/** Chat links. */
export const entryPointsQuery = queryOptions({
  queryKey: ['inbox', 'entry-points'] as const,
  staleTime: 5 * MINUTE,
  queryFn: () => ok(api.GET('/app/api/entry-points', { params: { query: { limit: MAX_PAGE } } })),
});

/** Live chats of web sites. Agents may not list them. */
export const widgetsQuery = queryOptions({
  queryKey: ['inbox', 'widgets'] as const,
  staleTime: 5 * MINUTE,
  queryFn: async () => {
    try {
      return await ok(api.GET('/app/api/widgets', { params: { query: { limit: MAX_PAGE } } }));
    } catch (error) {
      if (asProblem(error).status === 403) return { data: [], next_cursor: null };
      throw error;
    }
  },
});
