import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { pagesQuery } from '../../queries/pages.ts';

export type Link = Schema<'EntryPoint'>;
export type Widget = Schema<'Widget'>;
export type ReportLine = Schema<'EntryPointReportLine'>;

const PAGE = 50;

/** Chat links, the newest first. */
export const linksQuery = pagesQuery(['entry-points', 'links'], (cursor) =>
  call('GET /entry-points', { query: { limit: PAGE, cursor } }),
);

export const widgetsQuery = queryOptions({
  queryKey: ['entry-points', 'widgets'],
  // An account has at most 100.
  queryFn: () => call('GET /widgets', { query: { limit: 100 } }),
});

export const widgetQuery = (id: string) =>
  queryOptions({
    queryKey: ['entry-points', 'widgets', id],
    queryFn: () => call('GET /widgets/{id}', { id }),
  });

export const snippetQuery = (id: string) =>
  queryOptions({
    queryKey: ['entry-points', 'widgets', id, 'snippet'],
    queryFn: () => call('GET /widgets/{id}/snippet', { id }),
  });

/** Clicks and chats of one link or widget. */
export const statsQuery = (kind: 'entry-points' | 'widgets', id: string) =>
  queryOptions({
    queryKey: ['entry-points', 'stats', id],
    queryFn: () => call(`GET /${kind}/{id}/stats`, { id }),
  });

/** Days as `2025-11-01`, in UTC. Empty: without an end. */
export const reportQuery = (since: string, until: string) =>
  pagesQuery(['entry-points', 'report', since, until], (cursor) =>
    call('GET /entry-points/report', { query: { limit: PAGE, since, until, cursor } }),
  );
