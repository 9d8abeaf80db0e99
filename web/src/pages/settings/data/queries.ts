import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { pagesQuery } from '../../../queries/pages.ts';

const POLL_MS = 3_000;

export const isOpen = ({ status }: Schema<'AccountExport'>) => status === 'waiting' || status === 'running';

const isRunning = ({ status }: Schema<'Erasure'>) => status === 'running';

export const exportsQuery = queryOptions({
  queryKey: ['account-exports'],
  queryFn: async () => (await call('GET /account-exports')).data,
  refetchInterval: ({ state }) => state.data?.some(isOpen) && POLL_MS,
});

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: () => call('GET /retention'),
});

export const erasuresQuery = infiniteQueryOptions({
  ...pagesQuery(['erasures'], (cursor) => call('GET /erasures', { query: { cursor } })),
  refetchInterval: ({ state }) => state.data?.pages.some(({ data }) => data.some(isRunning)) && POLL_MS,
});
