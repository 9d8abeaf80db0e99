import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../api/client.ts';

/** API keys, with revoked and expired ones. The gateway writes their use once a minute. Only for admins. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => ok(api.GET('/app/api/api-keys')),
  refetchInterval: 60_000,
});
