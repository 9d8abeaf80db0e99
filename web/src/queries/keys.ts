import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Schema } from '../api/schemas.ts';

/** API keys, with revoked and expired ones. The gateway writes their use once a minute. Only for admins. */
export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => call('GET /api-keys'),
  refetchInterval: 60_000,
});

export const hasEnded = ({ revoked_at, expires_at }: Schema<'ApiKey'>) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());
