import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { type Cursor, limitOf } from '../../../platform/lib/page.ts';
import type { ListDeliveries } from '../delivery-schema.ts';
import type { AttemptRow, DeliveryRow, DeliveryWithBody, ListedDelivery } from '../delivery-view.ts';
import { getWebhook } from '../webhook.ts';
import * as store from './store.ts';

/** Returns the next cursor, null on the last page. New deliveries do not shift pages. */
export async function listDeliveries(
  ctx: Context,
  account: Pick<Account, 'id'>,
  webhookId: number,
  { cursor: before, per_page, ...filter }: ListDeliveries,
): Promise<{ deliveries: ListedDelivery[]; next: Cursor | null }> {
  await getWebhook(ctx, account, webhookId);
  const webhook = { account_id: account.id, webhook_id: webhookId };
  const limit = limitOf(per_page);
  const source = await store.chooseSource(ctx.db, webhook, filter);
  // Limits the time of a selective filter: the page ends at the horizon.
  const horizon = await store.findHorizon(ctx.db, webhook, filter, { source, before });
  const found = await store.listDeliveries(ctx.db, webhook, filter, {
    source,
    before,
    from: horizon,
    limit: limit + 1,
  });
  const deliveries = found.slice(0, limit);
  if (found.length > limit) return { deliveries, next: cursorOf(deliveries.at(-1)) };
  return { deliveries, next: horizon ?? null };
}

export async function getDelivery(
  ctx: Context,
  account: Pick<Account, 'id'>,
  webhookId: number,
  id: number,
): Promise<{ delivery: DeliveryWithBody; attempts: AttemptRow[] }> {
  await getWebhook(ctx, account, webhookId);
  const delivery = await store.findDelivery(ctx.db, { account_id: account.id, webhook_id: webhookId, id });
  if (!delivery) throw new ApiError('delivery_not_found');
  return { delivery, attempts: await store.listAttempts(ctx.db, { delivery_id: delivery.id }) };
}

/** For the operator. */
export async function getOwner(ctx: Context, deliveryId: number): Promise<store.WebhookOf> {
  const owner = await store.findOwner(ctx.db, { id: deliveryId });
  if (!owner) throw new ApiError('delivery_not_found');
  return owner;
}

function cursorOf(delivery: DeliveryRow | undefined): Cursor | null {
  return delivery ? { at: delivery.created_at, id: delivery.id } : null;
}
