import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['automation-settings'],
  queryFn: () => ok(api.GET('/app/api/automation')),
});
