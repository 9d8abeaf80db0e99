import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';

/** Of what no event tells: restrictions, tokens and webhooks. */
const ASK_MS = 60_000;

const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => call('GET /attention'),
  refetchInterval: ASK_MS,
});

/** Numbers and webhooks of the account that need a person. Undefined until the gateway has answered. */
export const useAttention = () => useQuery(attentionQuery).data;

/** What a person has to look at. */
export const countAttention = (found: ReturnType<typeof useAttention>): number =>
  found ? found.devices.length + found.webhooks.length + (found.cost_cap ? 1 : 0) : 0;

export const reloadAttention = () => queryClient.invalidateQueries(attentionQuery);
