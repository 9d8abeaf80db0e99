import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const MINUTE = 60_000;
const MAX_FOUND = 8;

/** The network may be silent, or the device not connected: nothing is repeated. */
const ASKS_NETWORK = { retry: false, staleTime: MINUTE } as const;

export const groupQuery = (uuid: string, id: string) =>
  queryOptions({
    ...ASKS_NETWORK,
    queryKey: ['groups', uuid, id] as const,
    queryFn: () => call('GET /devices/{uuid}/groups/{id}', { uuid, id }),
  });

/** Groups of a device whose subject fits. */
export const groupsQuery = (uuid: string, q: string) =>
  queryOptions({
    ...ASKS_NETWORK,
    queryKey: ['groups', uuid, 'found', q] as const,
    queryFn: async () =>
      (await call('GET /devices/{uuid}/groups', { uuid, query: { q, limit: MAX_FOUND } })).data,
  });
