import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { noteMembers } from '../queries/team-members.ts';

/** The users of the account, and who is there. The stream does not tell of it. */
export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: () => call('GET /users/presence').then(noteMembers),
  refetchInterval: 60_000,
});
