import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/db/db.ts';
import type { Place } from '../cursor.ts';
import type { DeliveredType, DeliveryKind, DeliveryStatus } from '../schema.ts';

export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: string;
  event: DeliveredType;
  kind: DeliveryKind;
  status: DeliveryStatus;
  attempts: number;
  /** An attempt is under way, or its process died with it. */
  is_claimed: boolean;
  next_attempt_at: Date;
  created_at: Date;
  settled_at: Date | null;
}

export interface DeliveryWithBody extends DeliveryRow {
  body: string;
}

/** With its last attempt, if one has ended. */
export interface ListedDelivery extends DeliveryRow {
  last_number: number | null;
  last_started_at: Date | null;
  last_duration_ms: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

export interface AttemptRow {
  number: number;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response: string | null;
}

/** A webhook of an account. */
export interface WebhookOf {
  account_id: number;
  webhook_id: number;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: DeliveredType | undefined;
  kind?: DeliveryKind | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** What no index finds is looked for among so many deliveries at a time. */
export const LOOKED_THROUGH = 10_000;

/** A part of the log, newest first: what is older than `before`, down to `from`. */
export interface Stretch {
  before: Place | undefined;
  from: Place | undefined;
}

/** Up to `limit` deliveries of the webhook that the filter lets pass, newest first. */
export async function listDeliveries(
  db: Db,
  webhook: WebhookOf,
  filter: DeliveryFilter,
  page: Stretch & { limit: number },
): Promise<ListedDelivery[]> {
  const rest = unindexed(filter);
  // Chosen before anything is joined to it: before the tables are analysed PostgreSQL would join first and sort it all.
  const { rows } = await sql<ListedDelivery>`
    select d.*, a.number as last_number, a.started_at as last_started_at, a.duration_ms as last_duration_ms,
      a.status_code as last_status_code, a.error as last_error
    from (
      select ${SHOWN} from (
        select * from webhook_deliveries d where ${all(indexed(webhook, filter, page))}
        order by d.created_at desc, d.id desc ${rest.length === 0 ? sql`limit ${page.limit}` : sql`offset 0`}
      ) d
      join events e on e.id = d.event_id
      where ${rest.length === 0 ? sql`true` : all(rest)}
      order by d.created_at desc, d.id desc limit ${page.limit}
    ) d
    left join lateral (
      select * from webhook_attempts a where a.delivery_id = d.id order by a.number desc limit 1
    ) a on true
    order by d.created_at desc, d.id desc`.execute(db);
  return rows;
}

/** Where the next `LOOKED_THROUGH` deliveries end that an index finds; undefined when there are fewer, or the index finds just what is asked for. */
export async function findHorizon(
  db: Db,
  webhook: WebhookOf,
  filter: DeliveryFilter,
  before: Place | undefined,
): Promise<Place | undefined> {
  if (unindexed(filter).length === 0) return undefined;
  const { rows } = await sql<Place>`
    select d.created_at as at, d.id from webhook_deliveries d
    where ${all(indexed(webhook, filter, { before, from: undefined }))}
    order by d.created_at desc, d.id desc offset ${LOOKED_THROUGH - 1} limit 1`.execute(db);
  return rows[0];
}

const SHOWN = sql`d.id, d.webhook_id, e.event_id, e.type as event, d.kind, d.status, d.attempts,
  d.claim_id is not null as is_claimed, d.next_attempt_at, d.created_at, d.settled_at`;

function indexed(webhook: WebhookOf, filter: DeliveryFilter, { before, from }: Stretch) {
  const { status, kind, since, until } = filter;
  return [
    sql`d.webhook_id = ${webhook.webhook_id}`,
    sql`d.account_id = ${webhook.account_id}`,
    ...(before ? [sql`(d.created_at, d.id) < (${before.at}, ${before.id})`] : []),
    ...(from ? [sql`(d.created_at, d.id) >= (${from.at}, ${from.id})`] : []),
    ...(since ? [sql`d.created_at >= ${since}`] : []),
    ...(until ? [sql`d.created_at <= ${until}`] : []),
    ...(status && status !== 'delivered' ? [sql`d.status = ${status}`] : []),
    ...(kind && kind !== 'event' ? [sql`d.kind = ${kind}`] : []),
  ];
}

/** What is left of the filter: what most deliveries pass, or what the delivery itself does not know. */
function unindexed({ status, kind, event }: DeliveryFilter): RawBuilder<unknown>[] {
  return [
    ...(status === 'delivered' ? [sql`d.status = 'delivered'`] : []),
    ...(kind === 'event' ? [sql`d.kind = 'event'`] : []),
    ...(event ? [sql`e.type = ${event}`] : []),
  ];
}

function all(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

/** One delivery of the webhook with its body. */
export async function findDelivery(
  db: Db,
  { account_id, webhook_id }: WebhookOf,
  id: number,
): Promise<DeliveryWithBody | undefined> {
  const { rows } = await sql<DeliveryWithBody>`
    select ${SHOWN}, e.body from webhook_deliveries d join events e on e.id = d.event_id
    where d.id = ${id} and d.webhook_id = ${webhook_id} and d.account_id = ${account_id}`.execute(db);
  return rows[0];
}

/** The attempts of a delivery, in their order. */
export function listAttempts(db: Db, deliveryId: number): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .select(['number', 'started_at', 'duration_ms', 'status_code', 'error', 'response_excerpt as response'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();
}

/** Whose delivery this is, whoever that may be; for the operator. */
export function findOwner(db: Db, deliveryId: number): Promise<WebhookOf | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['account_id', 'webhook_id'])
    .where('id', '=', deliveryId)
    .executeTakeFirst();
}
