import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const MINUTE = 60_000;

/** Of the user, and those that the account shares. */
export const macrosQuery = queryOptions({
  queryKey: ['macros'] as const,
  staleTime: MINUTE,
  queryFn: async () => (await call('GET /macros')).data,
});
