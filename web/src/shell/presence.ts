import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../api/client.ts';

/** The users of the account, and who is there. The stream does not tell of it. */
export const presenceQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: () => ok(api.GET('/app/api/users/presence')),
  refetchInterval: 60_000,
});
