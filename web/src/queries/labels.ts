import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Also the limit of an account. */
const MAX_PAGE = 200;
const MINUTE = 60_000;

/** Labels of conversations. */
export const labelsQuery = queryOptions({
  queryKey: ['labels'] as const,
  staleTime: MINUTE,
  queryFn: () => call('GET /labels', { query: { limit: MAX_PAGE } }),
});
