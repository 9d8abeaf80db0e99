import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import { fromLocalInput } from '../../texts/local-input.ts';
import type { AuditSearch } from './search.ts';

/** Newest first. Both days are days of the browser. */
export const auditQuery = ({ from, to, action, actor }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', { from, to, action, actor }],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/audit', {
          params: {
            query: {
              ...(pageParam && { cursor: pageParam }),
              ...(from && { since: fromLocalInput(`${from}T00:00:00`) ?? from }),
              ...(to && { until: fromLocalInput(`${to}T23:59:59.999`) ?? to }),
              ...(action && { action }),
              ...(actor && { actor }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
