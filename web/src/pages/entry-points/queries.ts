import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import type { Schema } from '../../api/schemas.ts';

export type Link = Schema<'EntryPoint'>;
export type Widget = Schema<'Widget'>;
export type ReportLine = Schema<'EntryPointReportLine'>;

const PAGE = 50;

/** Chat links, the newest first. */
export const linksQuery = infiniteQueryOptions({
  queryKey: ['entry-points', 'links'],
  initialPageParam: '',
  queryFn: ({ pageParam: cursor }) =>
    ok(api.GET('/app/api/entry-points', { params: { query: { limit: PAGE, ...(cursor && { cursor }) } } })),
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

export const widgetsQuery = queryOptions({
  queryKey: ['entry-points', 'widgets'],
  // An account has at most 100.
  queryFn: () => ok(api.GET('/app/api/widgets', { params: { query: { limit: 100 } } })),
});

export const widgetQuery = (id: string) =>
  queryOptions({
    queryKey: ['entry-points', 'widgets', id],
    queryFn: () => ok(api.GET('/app/api/widgets/{id}', { params: { path: { id } } })),
  });

export const snippetQuery = (id: string) =>
  queryOptions({
    queryKey: ['entry-points', 'widgets', id, 'snippet'],
    queryFn: () => ok(api.GET('/app/api/widgets/{id}/snippet', { params: { path: { id } } })),
  });

/** Clicks and chats of one link or widget. */
export const statsQuery = (kind: 'entry-points' | 'widgets', id: string) =>
  queryOptions({
    queryKey: ['entry-points', 'stats', id],
    queryFn: () => ok(api.GET(`/app/api/${kind}/{id}/stats`, { params: { path: { id } } })),
  });

/** Days as `2025-11-01`, in UTC. Empty: without an end. */
export const reportQuery = (since: string, until: string) =>
  infiniteQueryOptions({
    queryKey: ['entry-points', 'report', since, until],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) =>
      ok(
        api.GET('/app/api/entry-points/report', {
          params: {
            query: {
              limit: PAGE,
              ...(since && { since }),
              ...(until && { until }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
