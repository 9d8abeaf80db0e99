import type { Context } from '../../context.ts';
import type { Account, Sight } from '../../platform/accounts/account.ts';
import { type Entry, record } from '../../platform/audit/audit.ts';
import { HOUR } from '../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import type { Obstacle, ReachCheck } from '../../platform/lib/guarded-fetch/reach-check.ts';
import { visibleNumbers } from '../devices/device.ts';
import { renewSubscription } from './consumer.ts';
import {
  type ChangeWebhook,
  MAX_DISABLED,
  MAX_PREVIOUS_SECRETS,
  MAX_WEBHOOKS,
  type RegisterWebhook,
  type RotateSecret,
  WebhookItem,
} from './schema.ts';
import { associatedData, newSecret } from './secret.ts';
import * as store from './store.ts';
import { viewWebhook } from './view.ts';

/** As in the list of webhooks. */
export const WebhookInTrouble = WebhookItem;

/** Only this returns the secret. Disabled webhooks do not count towards the limit. */
export async function registerWebhook(
  ctx: Context,
  account: Pick<Account, 'id'>,
  { url, events, device_uuids = null }: RegisterWebhook,
): Promise<{ id: number; url: string; events: string[]; device_uuids?: string[]; secret: string }> {
  const id = await store.reserveId(ctx.db);
  const secret = newSecret(ctx.randomBytes);
  const webhook = {
    id,
    account_id: account.id,
    url,
    events,
    device_uuids,
    secret: ctx.box.seal(Buffer.from(secret), associatedData(id)),
    created_at: ctx.now(),
  };
  const forgotten = await ctx.db.transaction(async (tx) => {
    await store.lockAccount(tx, { account_id: account.id });
    if (!(await store.insertWebhook(tx, webhook, MAX_WEBHOOKS))) throw new ApiError('webhook_limit_reached');
    const deleted = await store.forgetDisabled(tx, account.id, MAX_DISABLED);
    await renewSubscription(tx, account.id);
    await record(tx, ctx, [
      // The path of a URL can contain a secret.
      { ...entryOf('webhook.created', account, id), detail: { origin: new URL(url).origin, events } },
      ...deleted.map((each) => ({
        ...entryOf('webhook.deleted', account, each),
        detail: { reason: 'too_many_disabled' },
      })),
    ]);
    return deleted.length;
  });
  if (forgotten > 0) ctx.log.info({ account_id: account.id, webhooks: forgotten }, 'webhook.forgotten');
  return { id, url, events, ...(device_uuids && { device_uuids }), secret };
}

/** For the next events. ApiError webhook_not_found. */
export async function changeWebhook(
  ctx: Context,
  account: Pick<Account, 'id'>,
  id: number,
  { events, device_uuids }: ChangeWebhook,
): Promise<store.WebhookRow> {
  const changesDevices = device_uuids !== undefined;
  const change = {
    events: events ?? null,
    device_uuids: device_uuids ?? null,
    changes_devices: changesDevices,
  };
  await ctx.db.transaction(async (tx) => {
    await store.lockAccount(tx, { account_id: account.id });
    if (!(await store.changeWebhook(tx, account.id, id, change))) throw new ApiError('webhook_not_found');
    await renewSubscription(tx, account.id);
    const changed = [...(events ? ['events'] : []), ...(changesDevices ? ['device_uuids'] : [])];
    await record(tx, ctx, [{ ...entryOf('webhook.changed', account, id), detail: { changed } }]);
  });
  return getWebhook(ctx, account, id);
}

/** With each device once. FieldErrors for an unknown or foreign device. */
export async function withOwnDevices<Body extends ChangeWebhook>(
  ctx: Context,
  account: Sight,
  body: Body,
): Promise<Body> {
  if (!body.device_uuids) return body;
  const wanted = body.device_uuids.map((uuid) => uuid.toLowerCase());
  const visible = await visibleNumbers(ctx, account, wanted);
  const unknown = wanted.flatMap((uuid, place) => (visible.has(uuid) ? [] : [place]));
  if (unknown.length > 0) {
    const errors = unknown.map((place) => [`device_uuids.${place}`, ['is no device of this account']]);
    throw new FieldErrors(Object.fromEntries(errors));
  }
  return { ...body, device_uuids: [...new Set(wanted)] };
}

export function entryOf(action: Entry['action'], account: Pick<Account, 'id'>, id: number): Entry {
  return { action, accountId: account.id, target: id };
}

/** KURIR_WEBHOOK_HTTPS_ONLY. FieldErrors. */
export function requireAllowedScheme({ config }: Context, url: string): void {
  if (config.KURIR_WEBHOOK_HTTPS_ONLY === 'off' || new URL(url).protocol === 'https:') return;
  throw new FieldErrors({ url: ['must be an https URL'] });
}

/** FieldErrors for a URL that no request can reach, before ten deliveries fail. */
export async function requireReachable(reach: ReachCheck, url: string): Promise<void> {
  const obstacle = await reach.obstacleAt(url);
  if (obstacle !== null) throw new FieldErrors({ url: [adviceFor(obstacle, reach.ports)] });
}

function adviceFor(obstacle: Obstacle, ports: readonly number[]): string {
  switch (obstacle) {
    case 'blocked_port':
      return (
        `must be on one of the ports ${ports.join(', ')}; ` +
        'the operator can allow more (KURIR_ALLOW_PORTS, or KURIR_ALLOW_NETWORKS in a private network)'
      );
    case 'blocked_address':
      return (
        'is in a private or special network, which Kurir does not reach; ' +
        'the operator can allow it with KURIR_ALLOW_NETWORKS'
      );
    case 'metadata':
      return 'is a metadata or link-local address, which Kurir never reaches, also with KURIR_ALLOW_NETWORKS';
    default:
      return obstacle satisfies never;
  }
}

export function listAccountWebhooks(ctx: Context, accountId: number): Promise<store.WebhookRow[]> {
  return store.listWebhooks(ctx.db, { account_id: accountId });
}

export function listEveryWebhook(ctx: Pick<Context, 'db'>): Promise<store.WebhookRow[]> {
  return store.listAllWebhooks(ctx.db, {});
}

/** Of all accounts. */
export function countWebhooks(ctx: Pick<Context, 'db'>): Promise<store.WebhookCounts> {
  return store.countWebhooks(ctx.db, {});
}

/** Disabled by failures, or about to be. */
export async function listWebhooksInTrouble(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
): Promise<WebhookItem[]> {
  const webhooks = await store.listInTrouble(ctx.db, { account_ids: [accountId] });
  return webhooks.map((webhook) => viewWebhook(webhook, ctx.now()));
}

/** That failures have disabled, of these accounts. */
export async function listFailedWebhooks({ db }: Pick<Context, 'db'>, accountIds: readonly number[]) {
  const webhooks = await store.listInTrouble(db, { account_ids: accountIds });
  return webhooks.filter(({ status }) => status === 'disabled');
}

/** Of all accounts, by account. */
export async function countWebhooksInTrouble(ctx: Pick<Context, 'db'>): Promise<Map<number, number>> {
  const rows = await store.countInTrouble(ctx.db, {});
  return new Map(rows.map(({ account_id, count }) => [account_id, count]));
}

/** Unsettled deliveries of all accounts. */
export function readDeliveryQueue(ctx: Pick<Context, 'db'>, now: Date): Promise<store.DeliveryQueue> {
  return store.readQueue(ctx.db, { now });
}

export type { DeliveryQueue } from './store.ts';

/** A foreign id answers like a missing one. */
export async function getWebhook(
  ctx: Context,
  account: Pick<Account, 'id'>,
  id: number,
): Promise<store.WebhookRow> {
  const webhook = await store.findWebhook(ctx.db, { id });
  if (webhook?.account_id !== account.id) throw new ApiError('webhook_not_found');
  return webhook;
}

export async function getEnabledWebhook(
  ctx: Context,
  account: Pick<Account, 'id'>,
  id: number,
): Promise<store.WebhookRow> {
  const webhook = await getWebhook(ctx, account, id);
  if (webhook.status === 'disabled') throw new ApiError('webhook_disabled');
  return webhook;
}

/** For the operator. */
export async function getAnyWebhook(ctx: Context, id: number): Promise<store.WebhookRow> {
  const webhook = await store.findWebhook(ctx.db, { id });
  if (!webhook) throw new ApiError('webhook_not_found');
  return webhook;
}

/** Previous secrets also sign for `overlap_hours`, so that receivers change one by one. */
export async function rotateSecret(
  ctx: Context,
  account: Pick<Account, 'id'>,
  id: number,
  { overlap_hours }: RotateSecret,
): Promise<{ id: number; secret: string; previous_secret_until: Date | null }> {
  const now = ctx.now();
  const overlapEnd = overlap_hours === 0 ? null : new Date(now.getTime() + overlap_hours * HOUR);
  const secret = newSecret(ctx.randomBytes);
  const sealed = ctx.box.seal(Buffer.from(secret), associatedData(id));
  const replacement = { secret: sealed, overlap_end: overlapEnd, now, max_previous: MAX_PREVIOUS_SECRETS };
  const replaced = await ctx.db.transaction(async (tx) => {
    if (!(await store.replaceSecret(tx, { account_id: account.id, id }, replacement))) return false;
    await record(tx, ctx, [{ ...entryOf('webhook.secret_rotated', account, id), detail: { overlap_hours } }]);
    return true;
  });
  if (!replaced) {
    await getEnabledWebhook(ctx, account, id);
    throw new ApiError('secret_limit_reached');
  }
  ctx.log.info({ webhook_id: id, overlap_hours }, 'webhook.secret_rotated');
  return { id, secret, previous_secret_until: overlapEnd };
}

export async function removeWebhook(ctx: Context, account: Pick<Account, 'id'>, id: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await store.deleteWebhook(tx, account.id, id))) throw new ApiError('webhook_not_found');
    await renewSubscription(tx, account.id);
    await record(tx, ctx, [entryOf('webhook.deleted', account, id)]);
  });
}

export function forgetOldSecrets(ctx: Context): Promise<number> {
  return store.forgetOldSecrets(ctx.db, { now: ctx.now() });
}
