import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { pagesQuery } from '../../../../queries/pages.ts';
import { PAGE } from '../queries.ts';

export type Gap = Schema<'KnowledgeGap'>;
export type GapStatus = Gap['status'];
export type GapSort = 'count' | 'last_asked';

/** Questions without an answer, similar ones together. */
export const gapsQuery = (status: GapStatus, sort: GapSort) =>
  pagesQuery(['assistant', 'gaps', status, sort], (cursor) =>
    call('GET /knowledge/gaps', { query: { limit: PAGE, status, sort, cursor } }),
  );

/** With all examples that are kept. */
export const gapQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'gap', id],
    queryFn: () => call('GET /knowledge/gaps/{id}', { id }),
  });
