import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['automation-settings'],
  queryFn: () => call('GET /automation'),
});
