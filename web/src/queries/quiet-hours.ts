import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Those of new broadcasts. */
export const quietHoursQuery = queryOptions({
  queryKey: ['quiet-hours'],
  queryFn: () => call('GET /quiet-hours'),
});
