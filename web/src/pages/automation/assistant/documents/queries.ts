import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { pagesQuery } from '../../../../queries/pages.ts';
import { BUSY_MS, PAGE } from '../queries.ts';

export type Document = Schema<'KnowledgeDocument'>;

const isBusy = ({ state }: Document) => state === 'waiting' || state === 'reading';

/** Documents with this text, the oldest first. Read again while one of them is read. */
export const documentsQuery = (q: string) =>
  infiniteQueryOptions({
    ...pagesQuery(['assistant', 'documents', q], (cursor) =>
      call('GET /knowledge/documents', { query: { limit: PAGE, q, cursor } }),
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isBusy)) ? BUSY_MS : false,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'document', id],
    queryFn: () => call('GET /knowledge/documents/{id}', { id }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });

/** What the assistant reads in a document, in its order. */
export const passagesQuery = (id: string) =>
  pagesQuery(['assistant', 'passages', id], (cursor) =>
    call('GET /knowledge/documents/{id}/passages', { id, query: { limit: PAGE, cursor } }),
  );
