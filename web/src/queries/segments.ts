import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Schema } from '../api/schemas.ts';

export type Segment = Schema<'ContactSegment'>;

/** The filters of contacts that have a name. */
export const segmentsQuery = queryOptions({
  queryKey: ['contacts', 'segments'] as const,
  queryFn: async () => (await call('GET /contacts/segments')).data,
});
