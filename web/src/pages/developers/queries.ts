import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { reloadAttention } from '../../queries/attention.ts';
import type { DeliveryStatus } from './delivery-status.ts';

const CALM_MS = 15_000;
const SOON_MS = 1_500;
/** A test or a replay is under way for about this long. */
const UNDER_WAY_MS = 60_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => ok(api.GET('/app/api/webhooks')),
  refetchInterval: CALM_MS,
});

/** After an act: the list, everything of its webhooks, and whether they need attention. */
export async function reloadWebhooks(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(webhooksQuery), reloadAttention()]);
}

const pathOf = (id: number) => ({ id: String(id) });

/** Newest first. Asks often while a delivery of the last minute waits for its answer. */
export const deliveriesQuery = (webhookId: number, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', status ?? 'all'],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ok(
        api.GET('/app/api/webhooks/{id}/deliveries', {
          params: {
            path: pathOf(webhookId),
            query: { ...(pageParam && { cursor: pageParam }), ...(status && { status }) },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.data.some(isUnderWay) ? SOON_MS : CALM_MS),
  });

export const deliveryQuery = (webhookId: number, id: number) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', 'one', id],
    queryFn: () =>
      ok(
        api.GET('/app/api/webhooks/{id}/deliveries/{delivery_id}', {
          params: { path: { ...pathOf(webhookId), delivery_id: String(id) } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? SOON_MS : CALM_MS),
  });

function isUnderWay({
  status,
  next_attempt_at,
}: Pick<Schema<'WebhookDelivery'>, 'status' | 'next_attempt_at'>) {
  if (status !== 'pending') return false;
  return next_attempt_at === null || Math.abs(Date.now() - Date.parse(next_attempt_at)) < UNDER_WAY_MS;
}
