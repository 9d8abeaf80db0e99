import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../api/client.ts';

/** The devices that the user sees. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: () => ok(api.GET('/app/api/devices')),
});
