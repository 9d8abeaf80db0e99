import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../../api/client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { BUSY_MS, pageOf } from '../queries.ts';

export type Document = Schema<'KnowledgeDocument'>;

const isBusy = ({ state }: Document) => state === 'waiting' || state === 'reading';

/** Documents with this text, the oldest first. Read again while one of them is read. */
export const documentsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['assistant', 'documents', q],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/knowledge/documents', {
          params: { query: { ...pageOf(pageParam), ...(q && { q }) } },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isBusy)) ? BUSY_MS : false,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'document', id],
    queryFn: () => ok(api.GET('/app/api/knowledge/documents/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });

/** What the assistant reads in a document, in its order. */
export const passagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['assistant', 'passages', id],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/knowledge/documents/{id}/passages', {
          params: { path: { id }, query: pageOf(pageParam) },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
