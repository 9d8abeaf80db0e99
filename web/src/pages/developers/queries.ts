import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { reloadAttention } from '../../queries/attention.ts';
import { pagesQuery } from '../../queries/pages.ts';
import type { DeliveryStatus } from './delivery-status.ts';

const CALM_MS = 15_000;
const SOON_MS = 1_500;
/** A test or a replay is under way for about this long. */
const UNDER_WAY_MS = 60_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => call('GET /webhooks'),
  refetchInterval: CALM_MS,
});

/** After an act: the list, everything of its webhooks, and whether they need attention. */
export async function reloadWebhooks(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(webhooksQuery), reloadAttention()]);
}

/** Newest first. Asks often while a delivery of the last minute waits for its answer. */
export const deliveriesQuery = (webhookId: number, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    ...pagesQuery(['webhooks', webhookId, 'deliveries', status ?? 'all'], (cursor) =>
      call('GET /webhooks/{id}/deliveries', { id: webhookId, query: { status, cursor } }),
    ),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.data.some(isUnderWay) ? SOON_MS : CALM_MS),
  });

export const deliveryQuery = (webhookId: number, id: number) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', 'one', id],
    queryFn: () => call('GET /webhooks/{id}/deliveries/{delivery_id}', { id: webhookId, delivery_id: id }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? SOON_MS : CALM_MS),
  });

function isUnderWay({
  status,
  next_attempt_at,
}: Pick<Schema<'WebhookDelivery'>, 'status' | 'next_attempt_at'>) {
  if (status !== 'pending') return false;
  return next_attempt_at === null || Math.abs(Date.now() - Date.parse(next_attempt_at)) < UNDER_WAY_MS;
}
