import { sql } from 'kysely';
import type { Db, Tx } from '../lib/db/db.ts';
import type { WebhookStatus } from './schema.ts';

/** A webhook without its secret: that leaves the database for signing only. */
export interface WebhookRow {
  id: number;
  account_id: number;
  url: string;
  events: string[];
  status: WebhookStatus;
  failure_count: number;
  disabled_at: Date | null;
  created_at: Date;
  /** In the past when the overlap of the last rotation has ended. */
  previous_secret_until: Date | null;
}

const SHOWN = [
  'id',
  'account_id',
  'url',
  'events',
  'status',
  'failure_count',
  'disabled_at',
  'created_at',
  'previous_secret_until',
] as const;

/** An id of its own before the row exists: the secret is sealed to it. */
export async function reserveId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Locks the account until the transaction ends, so that the count of its webhooks stands still. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tx);
}

/**
 * Inserts the webhook unless the account has `limit` enabled ones; answers whether it did. Call it after `lockAccount` in one transaction: the
 * count needs a snapshot younger than the lock.
 */
export async function insertWebhook(
  tx: Tx,
  webhook: {
    id: number;
    account_id: number;
    url: string;
    events: string[];
    secret: Buffer;
    created_at: Date;
  },
  limit: number,
): Promise<boolean> {
  const { id, account_id, url, events, secret, created_at } = webhook;
  const { numAffectedRows = 0n } = await sql`
    insert into webhooks (id, account_id, url, events, secret, created_at) overriding system value
    select ${id}, ${account_id}, ${url}, ${events}, ${secret}, ${created_at}
    where (select count(*) from webhooks where account_id = ${account_id} and status = 'enabled') < ${limit}`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

/** Forgets disabled webhooks of the account but for the `kept` that were disabled last. Answers how many. */
export async function forgetDisabled(tx: Tx, accountId: number, kept: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhooks where account_id = ${accountId} and id in (
      select id from webhooks where account_id = ${accountId} and status = 'disabled'
      order by disabled_at desc, id desc offset ${kept}
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** In the order of registration; `accountId` undefined lists every account's. */
export function listWebhooks(db: Db, accountId?: number): Promise<WebhookRow[]> {
  const all = db.selectFrom('webhooks').select(SHOWN).orderBy('id');
  return (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
}

/** One webhook; `accountId` undefined looks in every account, for the operator. */
export function findWebhook(db: Db, id: number, accountId?: number): Promise<WebhookRow | undefined> {
  const one = db.selectFrom('webhooks').select(SHOWN).where('id', '=', id);
  return (accountId === undefined ? one : one.where('account_id', '=', accountId)).executeTakeFirst();
}

/**
 * Replaces the secret of an enabled webhook. Until `overlapEnd` the one before signs too, and so do those that an overlap which is not over keeps;
 * null: they all stop at once. Answers false when there is no such webhook, or `most` secrets sign beside the present one already.
 */
export async function replaceSecret(
  db: Db,
  webhook: { account_id: number; id: number },
  replacement: { secret: Buffer; overlapEnd: Date | null; now: Date; most: number },
): Promise<boolean> {
  const { secret, overlapEnd, now, most } = replacement;
  const { numAffectedRows = 0n } = await sql`
    update webhooks set
      secret = ${secret},
      previous_secrets = case
        when ${overlapEnd}::timestamptz is null then '{}'
        when previous_secret_until > ${now} then previous_secrets || secret
        else array[secret]
      end,
      previous_secret_until = ${overlapEnd}
    where account_id = ${webhook.account_id} and id = ${webhook.id} and status = 'enabled'
      and (${overlapEnd}::timestamptz is null or previous_secret_until is null or previous_secret_until <= ${now}
        or cardinality(previous_secrets) < ${most})`.execute(db);
  return numAffectedRows > 0n;
}

/** False when the account has no such webhook. Its deliveries are settled by the worker. */
export async function deleteWebhook(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
