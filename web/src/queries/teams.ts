import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../session/session.ts';
import { presenceQuery } from '../shell/presence.ts';

/** Also the limit of an account. */
const MAX_PAGE = 50;
const MINUTE = 60_000;

/** Groups of users, to which chats are given. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'] as const,
  staleTime: MINUTE,
  queryFn: () => call('GET /teams', { query: { limit: MAX_PAGE } }),
});

/** Whether the team has members, but not the user: their queue is not the user's. As far as this browser knows. */
export function isOfOthers(team: string | null): boolean {
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  const users = queryClient.getQueryData(presenceQuery.queryKey)?.data ?? [];
  const members = users.filter(({ teams }) => team !== null && teams.includes(team));
  return members.length > 0 && members.every(({ id }) => id !== me);
}
