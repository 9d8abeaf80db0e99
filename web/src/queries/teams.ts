import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Also the limit of an account. */
const MAX_PAGE = 50;
const MINUTE = 60_000;

/** Groups of users, to which chats are given. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'] as const,
  staleTime: MINUTE,
  queryFn: () => call('GET /teams', { query: { limit: MAX_PAGE } }),
});
