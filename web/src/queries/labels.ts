import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../api/client.ts';

/** Also the limit of an account. */
const MAX_PAGE = 200;
const MINUTE = 60_000;

/** Labels of conversations. */
export const labelsQuery = queryOptions({
  queryKey: ['labels'] as const,
  staleTime: MINUTE,
  queryFn: () => ok(api.GET('/app/api/labels', { params: { query: { limit: MAX_PAGE } } })),
});
