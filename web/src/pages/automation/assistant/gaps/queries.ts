import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../../api/client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { pageOf } from '../queries.ts';

export type Gap = Schema<'KnowledgeGap'>;
export type GapStatus = Gap['status'];
export type GapSort = 'count' | 'last_asked';

/** Questions without an answer, similar ones together. */
export const gapsQuery = (status: GapStatus, sort: GapSort) =>
  infiniteQueryOptions({
    queryKey: ['assistant', 'gaps', status, sort],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(api.GET('/app/api/knowledge/gaps', { params: { query: { ...pageOf(pageParam), status, sort } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** With all examples that are kept. */
export const gapQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'gap', id],
    queryFn: () => ok(api.GET('/app/api/knowledge/gaps/{id}', { params: { path: { id } } })),
  });
