import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/db/db.ts';
import type { Place } from '../cursor.ts';
import { IS_LATE } from '../delivery/store.ts';
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

/** Where hardly anything passes the filter, a page looks through so many deliveries. */
export const LOOKED_THROUGH = 10_000;

/** A part of the log that an index of its own holds; `log` is all of it. */
export type Source = 'log' | 'undelivered' | 'asked' | 'pending';

const IN_SOURCE: Record<Source, RawBuilder<unknown>> = {
  log: sql`true`,
  undelivered: sql`d.status in ('failed', 'held')`,
  asked: sql`d.kind <> 'event'`,
  pending: sql`d.status = 'pending'`,
};

/** A part of a source, newest first: what is older than `before`, down to `from`. */
export interface Stretch {
  before: Place | undefined;
  from: Place | undefined;
}

/** The smallest part of the log with all that the filter may let pass. What is pending is a part of its own while there is little of it. */
export async function chooseSource(db: Db, webhook: WebhookOf, filter: DeliveryFilter): Promise<Source> {
  const { status, kind } = filter;
  if (kind && kind !== 'event') return 'asked';
  if (status === 'failed' || status === 'held') return 'undelivered';
  return status === 'pending' && (await hasFewPending(db, webhook)) ? 'pending' : 'log';
}

/** In the order of the index of what is due: statistics do not know of one webhook that nothing waits for it, and would go through its log. */
async function hasFewPending(db: Db, { webhook_id }: WebhookOf): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from webhook_deliveries d where d.webhook_id = ${webhook_id} and d.status = 'pending'
      order by ${sql.raw(IS_LATE)}, d.next_attempt_at, d.id limit ${LOOKED_THROUGH + 1}
    ) pending`.execute(db);
  return (rows[0]?.count ?? 0) <= LOOKED_THROUGH;
}

/**
 * Where the next `LOOKED_THROUGH` deliveries of the source end; undefined when there are fewer, or each of them passes the filter, or the source
 * is small as it is.
 */
export async function findHorizon(
  db: Db,
  webhook: WebhookOf,
  filter: DeliveryFilter,
  { source, before }: { source: Source; before: Place | undefined },
): Promise<Place | undefined> {
  if (source === 'pending' || rest(filter, source).length === 0) return undefined;
  const { rows } = await sql<Place>`
    select d.created_at as at, d.id from webhook_deliveries d
    where ${all(within(webhook, filter, { source, before, from: undefined }))}
    order by d.created_at desc, d.id desc offset ${LOOKED_THROUGH - 1} limit 1`.execute(db);
  return rows[0];
}

/** Up to `limit` deliveries of the webhook that the filter lets pass, newest first. */
export async function listDeliveries(
  db: Db,
  webhook: WebhookOf,
  filter: DeliveryFilter,
  page: Stretch & { source: Source; limit: number },
): Promise<ListedDelivery[]> {
  const { source, limit } = page;
  const conditions = rest(filter, source);
  // `offset 0` keeps each step to the index that is meant for it. PostgreSQL takes a stretch for much longer than it is, and would join all events;
  // what is pending it would look for in the whole log.
  const newestFirst = sql`order by d.created_at desc, d.id desc`;
  const order =
    source === 'pending'
      ? sql`offset 0`
      : sql`${newestFirst} ${conditions.length === 0 ? sql`limit ${limit}` : sql`offset 0`}`;
  const { rows } = await sql<ListedDelivery>`
    select d.*, a.number as last_number, a.started_at as last_started_at, a.duration_ms as last_duration_ms,
      a.status_code as last_status_code, a.error as last_error
    from (
      select ${SHOWN} from (
        select * from webhook_deliveries d where ${all(within(webhook, filter, page))} ${order}
      ) d
      cross join lateral (select event_id, type from events where events.id = d.event_id offset 0) e
      where ${all([sql`true`, ...conditions])}
      ${newestFirst} limit ${limit}
    ) d
    left join lateral (
      select * from webhook_attempts a where a.delivery_id = d.id order by a.number desc limit 1
    ) a on true
    ${newestFirst}`.execute(db);
  return rows;
}

const SHOWN = sql`d.id, d.webhook_id, e.event_id, e.type as event, d.kind, d.status, d.attempts,
  d.claim_id is not null as is_claimed, d.next_attempt_at, d.created_at, d.settled_at`;

/** What the index of the source finds by itself. */
function within(
  webhook: WebhookOf,
  { since, until }: DeliveryFilter,
  { source, before, from }: Stretch & { source: Source },
): RawBuilder<unknown>[] {
  const { account_id, webhook_id } = webhook;
  return [
    sql`d.webhook_id = ${webhook_id}`,
    // Of the webhook, not of each delivery: PostgreSQL would think that both together are rare, and sort all there is.
    sql`exists (select from webhooks w where w.id = ${webhook_id} and w.account_id = ${account_id})`,
    IN_SOURCE[source],
    ...(before ? [sql`(d.created_at, d.id) < (${before.at}, ${before.id})`] : []),
    ...(from ? [sql`(d.created_at, d.id) >= (${from.at}, ${from.id})`] : []),
    ...(since ? [sql`d.created_at >= ${since}`] : []),
    ...(until ? [sql`d.created_at <= ${until}`] : []),
  ];
}

/** What is left of the filter to be looked at in each delivery. */
function rest({ status, kind, event }: DeliveryFilter, source: Source): RawBuilder<unknown>[] {
  return [
    ...(status && status !== source ? [sql`d.status = ${status}`] : []),
    ...(kind ? [sql`d.kind = ${kind}`] : []),
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
