import { sql } from 'kysely';
import type { Db } from '../lib/db/db.ts';
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
] as const;

/** An id of its own before the row exists: the secret is sealed to it. */
export async function reserveId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function insertWebhook(
  db: Db,
  webhook: {
    id: number;
    account_id: number;
    url: string;
    events: string[];
    secret: Buffer;
    created_at: Date;
  },
): Promise<void> {
  const { id, account_id, url, events, secret, created_at } = webhook;
  await sql`
    insert into webhooks (id, account_id, url, events, secret, created_at) overriding system value
    values (${id}, ${account_id}, ${url}, ${events}, ${secret}, ${created_at})`.execute(db);
}

/** In the order of registration; `accountId` undefined lists every account's. */
export function listWebhooks(db: Db, accountId?: number): Promise<WebhookRow[]> {
  const all = db.selectFrom('webhooks').select(SHOWN).orderBy('id');
  return (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
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
