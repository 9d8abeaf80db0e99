import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';
import type { RequestSearch } from './search.ts';

const CALM_MS = 15_000;

/** Newest first. The open row is no part of the question. */
export const requestsQuery = ({ outcome, key, method, path, code, id, since, until }: RequestSearch) =>
  infiniteQueryOptions({
    queryKey: ['requests', { outcome, key, method, path, code, id, since, until }],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/requests', {
          params: {
            query: {
              ...(pageParam && { cursor: pageParam }),
              ...(outcome && { outcome }),
              ...(key && { key_id: key }),
              ...(method && { method }),
              ...(path && { path }),
              ...(code && { code }),
              ...(id && { request_id: id }),
              ...(since && { since }),
              ...(until && { until }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: CALM_MS,
  });
