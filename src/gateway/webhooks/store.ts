import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../platform/lib/db/statement.ts';
import { MAX_FAILURES, WARN_AT, type WebhookStatus } from './schema.ts';

export interface WebhookRow {
  id: number;
  account_id: number;
  url: string;
  events: string[];
  /** Null: events of all devices. */
  device_uuids: string[] | null;
  status: WebhookStatus;
  failure_count: number;
  /** Start of the first failed attempt since the last success. */
  failing_since: Date | null;
  /** Null exactly if `failing_since` is null. */
  last_error: string | null;
  disabled_at: Date | null;
  created_at: Date;
  /** In the past when the last overlap has ended. */
  previous_secret_until: Date | null;
}

interface NewWebhook {
  id: number;
  account_id: number;
  url: string;
  events: readonly string[];
  device_uuids: readonly string[] | null;
  secret: Buffer;
  created_at: Date;
}

const SHOWN = `id, account_id, url, events, device_uuids, status, failure_count, failing_since, last_error, disabled_at,
  created_at, previous_secret_until`;

const RESERVE_ID = statement<NoParams, { id: number }>(
  'webhooks.reserve_id',
  `select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`,
);
export const lockAccount = statement<{ account_id: number }>(
  'webhooks.lock_account',
  'select from accounts where id = :account_id for no key update',
).inTx.run;
const INSERT = statement<NewWebhook & { limit: number }>(
  'webhooks.insert',
  `insert into webhooks (id, account_id, url, events, device_uuids, secret, created_at) overriding system value
   select :id::bigint, :account_id::bigint, :url::text, :events::text[], :device_uuids::uuid[], :secret::bytea,
     :created_at::timestamptz
   where (select count(*) from webhooks where account_id = :account_id and status = 'enabled') < :limit`,
);
const FORGET_DISABLED = statement<{ account_id: number; kept: number }, { id: number }>(
  'webhooks.forget_disabled',
  `delete from webhooks where id = any (array(
     select id from webhooks where account_id = :account_id and status = 'disabled'
     order by disabled_at desc, id desc offset :kept
   )) returning id`,
);

/** The secret is encrypted for this id. */
export async function reserveId(db: Db): Promise<number> {
  return (await RESERVE_ID.one(db, {})).id;
}

/**
 * Call it in the transaction of `lockAccount`, as a later statement: the count needs a newer snapshot than the lock.
 */
export async function insertWebhook(tx: Tx, webhook: NewWebhook, limit: number): Promise<boolean> {
  return (await INSERT.run(tx, { ...webhook, limit })) > 0;
}

/** Returns the deleted webhooks. */
export async function forgetDisabled(tx: Tx, accountId: number, kept: number): Promise<number[]> {
  return (await FORGET_DISABLED.all(tx, { account_id: accountId, kept })).map(({ id }) => id);
}

export const listAllWebhooks = statement<NoParams, WebhookRow>(
  'webhooks.list_all',
  `select ${SHOWN} from webhooks order by id`,
).all;
/** Of all accounts. */
export interface WebhookCounts {
  enabled: number;
  /** Enabled, and its last delivery has failed. */
  failing: number;
  disabled: number;
}

export const countWebhooks = statement<NoParams, WebhookCounts>(
  'webhooks.count_all',
  `select count(*) filter (where status = 'enabled')::int as enabled,
     count(*) filter (where status = 'enabled' and failing_since is not null)::int as failing,
     count(*) filter (where status = 'disabled')::int as disabled
   from webhooks`,
).one;

/** SQL: disabled by failures, or failing now. A person who switched it off knows. */
const NEEDS_ATTENTION = `case status
    when 'disabled' then failure_count >= ${MAX_FAILURES}
    else failing_since is not null and failure_count >= ${WARN_AT[0]}
  end`;

export const listInTrouble = statement<{ account_ids: readonly number[] }, WebhookRow>(
  'webhooks.list_in_trouble',
  `select ${SHOWN} from webhooks
   where account_id = any (:account_ids::bigint[]) and ${NEEDS_ATTENTION} order by account_id, id`,
).all;
/** Of all accounts. */
export const countInTrouble = statement<NoParams, { account_id: number; count: number }>(
  'webhooks.count_in_trouble',
  `select account_id, count(*)::int as count from webhooks where ${NEEDS_ATTENTION} group by account_id`,
).all;

export interface DeliveryQueue {
  /** Including retries. */
  pending: number;
  due: number;
  oldest_due_at: Date | null;
}

export const readQueue = statement<{ now: Date }, DeliveryQueue>(
  'webhooks.read_queue',
  `select count(*)::int as pending,
     count(*) filter (where next_attempt_at <= :now::timestamptz)::int as due,
     min(next_attempt_at) filter (where next_attempt_at <= :now::timestamptz) as oldest_due_at
   from webhook_deliveries where status = 'pending'`,
).one;

export const listWebhooks = statement<{ account_id: number }, WebhookRow>(
  'webhooks.list',
  `select ${SHOWN} from webhooks where account_id = :account_id order by account_id, id`,
).all;
export const findWebhook = statement<{ id: number }, WebhookRow>(
  'webhooks.find',
  `select ${SHOWN} from webhooks where id = :id`,
).first;
const LIST_SUBSCRIBED_TYPES = statement<{ account_id: number }, { type: string }>(
  'webhooks.list_subscribed_types',
  `select distinct type from webhooks, unnest(events) as type
   where account_id = :account_id and status = 'enabled'`,
);

export async function listSubscribedTypes(tx: Tx, accountId: number): Promise<string[]> {
  return (await LIST_SUBSCRIBED_TYPES.all(tx, { account_id: accountId })).map(({ type }) => type);
}

const LIST_UNSUBSCRIBED = statement<{ consumer: string }, { account_id: number }>(
  'webhooks.list_unsubscribed',
  `select distinct w.account_id from webhooks w, unnest(w.events) as type
   where w.status = 'enabled' and not exists (
     select from event_subscriptions s
     where s.account_id = w.account_id and s.consumer = :consumer and type = any (s.types) offset 0
   )`,
);

export async function listUnsubscribedAccounts(db: Db, consumer: string): Promise<number[]> {
  return (await LIST_UNSUBSCRIBED.all(db, { consumer })).map(({ account_id }) => account_id);
}

interface Change {
  /** Null: no change. */
  events: readonly string[] | null;
  device_uuids: readonly string[] | null;
  changes_devices: boolean;
}

const CHANGE = statement<{ account_id: number; id: number } & Change>(
  'webhooks.change',
  `update webhooks set
     events = coalesce(:events::text[], events),
     device_uuids = case when :changes_devices then :device_uuids::uuid[] else device_uuids end
   where id = :id and account_id = :account_id`,
);

/** False when the webhook is missing. */
export async function changeWebhook(tx: Tx, accountId: number, id: number, change: Change): Promise<boolean> {
  return (await CHANGE.run(tx, { account_id: accountId, id, ...change })) > 0;
}

interface Replacement {
  secret: Buffer;
  overlap_end: Date | null;
  now: Date;
  max_previous: number;
}

const REPLACE_SECRET = statement<{ account_id: number; id: number } & Replacement>(
  'webhooks.replace_secret',
  `update webhooks set
     secret = :secret::bytea,
     previous_secrets = case
       when :overlap_end::timestamptz is null then '{}'
       when previous_secret_until > :now then previous_secrets || secret
       else array[secret]
     end,
     previous_secret_until = :overlap_end::timestamptz
   where id = :id and account_id = :account_id and status = 'enabled'
     and (:overlap_end::timestamptz is null or previous_secret_until is null or previous_secret_until <= :now
       or cardinality(previous_secrets) < :max_previous)`,
);
const DELETE = statement<{ account_id: number; id: number }>(
  'webhooks.delete',
  'delete from webhooks where id = :id and account_id = :account_id',
);
export const forgetOldSecrets = statement<{ now: Date }>(
  'webhooks.forget_old_secrets',
  `update webhooks set previous_secrets = '{}', previous_secret_until = null
   where previous_secret_until <= :now`,
).run;

/** Without `overlap_end`, all previous secrets end at once. */
export async function replaceSecret(
  db: Db,
  webhook: { account_id: number; id: number },
  replacement: Replacement,
): Promise<boolean> {
  return (await REPLACE_SECRET.run(db, { ...webhook, ...replacement })) > 0;
}

export async function deleteWebhook(tx: Tx, accountId: number, id: number): Promise<boolean> {
  return (await DELETE.run(tx, { account_id: accountId, id })) > 0;
}
