import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';

/** Newest first. Both days are days of the browser; empty: no bound. */
export const auditQuery = (from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', from, to],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/audit', {
          params: {
            query: {
              ...(pageParam && { cursor: pageParam }),
              ...(from && { since: new Date(`${from}T00:00:00`).toISOString() }),
              ...(to && { until: new Date(`${to}T23:59:59.999`).toISOString() }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
