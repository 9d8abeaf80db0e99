import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The devices that the user sees. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => call('GET /devices'),
});
