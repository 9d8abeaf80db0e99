import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Of the account, or with a device: those that apply to its conversations. */
export const hoursQuery = (deviceUuid: string) =>
  queryOptions({
    queryKey: ['business-hours', deviceUuid],
    queryFn: () =>
      deviceUuid === ''
        ? call('GET /business-hours')
        : call('GET /devices/{uuid}/business-hours', { uuid: deviceUuid }),
  });
