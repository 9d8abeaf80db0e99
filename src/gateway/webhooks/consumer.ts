import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { type EventConsumer, subscribe } from '../events/consumer.ts';
import { WEBHOOK_TYPES } from '../events/event.ts';
import { releaseEvents } from './release-store.ts';
import * as store from './store.ts';

export const WEBHOOKS: EventConsumer = { name: 'webhooks', types: WEBHOOK_TYPES, release: releaseEvents };

/** Call it in each transaction that changes the enabled webhooks. */
export async function renewSubscription(tx: Tx, accountId: number): Promise<void> {
  await subscribe(tx, WEBHOOKS, accountId, () => store.listSubscribedTypes(tx, accountId));
}

/** Processes of the previous version register webhooks without a subscription. */
export async function renewMissingSubscriptions(ctx: Context): Promise<number> {
  const accounts = await store.listUnsubscribedAccounts(ctx.db, WEBHOOKS.name);
  for (const accountId of accounts) {
    await ctx.db.transaction((tx) => renewSubscription(tx, accountId));
  }
  return accounts.length;
}
