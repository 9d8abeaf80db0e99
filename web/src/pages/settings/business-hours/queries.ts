import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';

/** Of the account, or with a device: those that apply to its conversations. */
export const hoursQuery = (deviceUuid: string) =>
  queryOptions({
    queryKey: ['business-hours', deviceUuid],
    queryFn: () =>
      deviceUuid === ''
        ? ok(api.GET('/app/api/business-hours'))
        : ok(api.GET('/app/api/devices/{uuid}/business-hours', { params: { path: { uuid: deviceUuid } } })),
  });
