import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../lib/errors.ts';
import type { RegisterWebhook } from './schema.ts';
import { newSecret, secretPlace } from './secret.ts';
import * as store from './store.ts';

/** Registers an endpoint; the same URL may be registered again and is then a webhook of its own. The secret is shown here and never again. */
export async function registerWebhook(
  ctx: Context,
  account: Pick<Account, 'id'>,
  { url, events }: RegisterWebhook,
): Promise<{ id: number; url: string; events: string[]; secret: string }> {
  const id = await store.reserveId(ctx.db);
  const secret = newSecret(ctx.randomBytes);
  await store.insertWebhook(ctx.db, {
    id,
    account_id: account.id,
    url,
    events,
    secret: ctx.box.seal(Buffer.from(secret), secretPlace(id)),
    created_at: ctx.now(),
  });
  return { id, url, events, secret };
}

/** All webhooks of the account, disabled ones too. */
export function listAccountWebhooks(ctx: Context, accountId: number): Promise<store.WebhookRow[]> {
  return store.listWebhooks(ctx.db, accountId);
}

/** All webhooks of the installation, for its operator. */
export function listEveryWebhook(ctx: Context): Promise<store.WebhookRow[]> {
  return store.listWebhooks(ctx.db);
}

/** Forgets the endpoint; what still waited for it is not delivered. Throws webhook_not_found, for a foreign id too. */
export async function removeWebhook(ctx: Context, account: Pick<Account, 'id'>, id: number): Promise<void> {
  const removed = await store.deleteWebhook(ctx.db, account.id, id);
  if (!removed) throw new ApiError('webhook_not_found');
}
