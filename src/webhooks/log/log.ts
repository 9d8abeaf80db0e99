import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../lib/errors.ts';
import { rangeOf } from '../../lib/paging.ts';
import type { Place } from '../cursor.ts';
import { getWebhook } from '../webhook.ts';
import type { ListDeliveries } from './schema.ts';
import * as store from './store.ts';

/**
 * One page of what became of the events for a webhook, newest first, and where the next one begins: null on the last. Pages stay right while
 * deliveries come. Throws webhook_not_found.
 */
export async function listDeliveries(
  ctx: Context,
  account: Pick<Account, 'id'>,
  webhookId: number,
  { cursor: before, per_page, ...filter }: ListDeliveries,
): Promise<{ deliveries: store.ListedDelivery[]; next: Place | null }> {
  await getWebhook(ctx, account, webhookId);
  const webhook = { account_id: account.id, webhook_id: webhookId };
  const { limit } = rangeOf({ page: 1, per_page });
  const source = await store.chooseSource(ctx.db, webhook, filter);
  // A filter that hardly anything passes costs a bounded time: the page ends at the horizon, and the next one goes on there.
  const horizon = await store.findHorizon(ctx.db, webhook, filter, { source, before });
  const stretch = { source, before, from: horizon };
  const found = await store.listDeliveries(ctx.db, webhook, filter, { ...stretch, limit: limit + 1 });
  const deliveries = found.slice(0, limit);
  if (found.length > limit) return { deliveries, next: placeOf(deliveries.at(-1)) };
  return { deliveries, next: horizon ?? null };
}

/** One delivery with its body and attempts. Throws webhook_not_found and delivery_not_found. */
export async function getDelivery(
  ctx: Context,
  account: Pick<Account, 'id'>,
  webhookId: number,
  id: number,
): Promise<{ delivery: store.DeliveryWithBody; attempts: store.AttemptRow[] }> {
  await getWebhook(ctx, account, webhookId);
  const delivery = await store.findDelivery(ctx.db, { account_id: account.id, webhook_id: webhookId }, id);
  if (!delivery) throw new ApiError('delivery_not_found');
  return { delivery, attempts: await store.listAttempts(ctx.db, delivery.id) };
}

/** Whose delivery this is, in any account; for the operator. Throws delivery_not_found. */
export async function getOwner(ctx: Context, deliveryId: number): Promise<store.WebhookOf> {
  const owner = await store.findOwner(ctx.db, deliveryId);
  if (!owner) throw new ApiError('delivery_not_found');
  return owner;
}

function placeOf(delivery: store.DeliveryRow | undefined): Place | null {
  return delivery ? { at: delivery.created_at, id: delivery.id } : null;
}
