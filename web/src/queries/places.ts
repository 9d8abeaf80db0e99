import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { asProblem } from '../api/problem.ts';

const MAX_PAGE = 200;
const MINUTE = 60_000;

/** Chat links. */
export const entryPointsQuery = queryOptions({
  queryKey: ['inbox', 'entry-points'] as const,
  staleTime: 5 * MINUTE,
  queryFn: () => call('GET /entry-points', { query: { limit: MAX_PAGE } }),
});

/** Live chats of web sites. Agents may not list them. */
export const widgetsQuery = queryOptions({
  queryKey: ['inbox', 'widgets'] as const,
  staleTime: 5 * MINUTE,
  queryFn: async () => {
    try {
      return await call('GET /widgets', { query: { limit: MAX_PAGE } });
    } catch (error) {
      if (asProblem(error).status === 403) return { data: [], next_cursor: null };
      throw error;
    }
  },
});
