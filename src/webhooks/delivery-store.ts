import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../lib/db/db.ts';
import type { Verdict } from './delivery.ts';

/** One delivery whose attempt is ours to make until the lease ends. */
export interface ClaimedDelivery {
  id: number;
  webhook_id: number;
  claim_id: string;
  /** Attempts made before this one. */
  attempts: number;
  url: string;
  /** Sealed. */
  secret: Buffer;
  event_id: string;
  body: string;
}

/** What came of an attempt. */
export interface AttemptResult extends Verdict {
  delivery_id: number;
  claim_id: string;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response_excerpt: string | null;
}

/**
 * Turns up to `limit` events into one delivery per enabled, subscribed webhook of their account, and marks them, all in one statement. Events
 * another process is just fanning out are passed over, so any number of processes may do this at once. Answers the number of events.
 */
export async function fanOut(pool: pg.Pool, limit: number, now: Date): Promise<number> {
  const { rows } = await pool.query<{ events: number }>({
    name: 'webhooks-fan-out',
    text: FAN_OUT,
    values: [limit, now],
  });
  return rows[0]?.events ?? 0;
}

const FAN_OUT = `
  with batch as materialized (
    select id, account_id, type from events where not fanned_out order by id limit $1 for update skip locked
  ), inserted as (
    insert into webhook_deliveries (account_id, webhook_id, event_id, next_attempt_at, created_at)
    select w.account_id, w.id, b.id, $2, $2
    from batch b join webhooks w on w.account_id = b.account_id and w.status = 'enabled' and b.type = any (w.events)
    order by b.id, w.id
  ), marked as (
    update events set fanned_out = true from batch where events.id = batch.id
  )
  select count(*) as events from batch`;

/** From endpoint to endpoint through the partial index, without a look at the backlog of each. */
const WAITING = `
  waiting (webhook_id, due_at) as (
    (select webhook_id, next_attempt_at from webhook_deliveries where status = 'pending'
     order by webhook_id, next_attempt_at limit 1)
    union all
    select next.webhook_id, next.next_attempt_at
    from waiting, lateral (
      select d.webhook_id, d.next_attempt_at from webhook_deliveries d
      where d.status = 'pending' and d.webhook_id > waiting.webhook_id
      order by d.webhook_id, d.next_attempt_at limit 1
    ) next
  )`;

/**
 * Claims up to `limit` due deliveries until `leaseEnd`, no more of one webhook than its room (`room` where `rooms` does not name it), the
 * longest waiting webhook first, the deliveries of one webhook in their order. A claim that is not settled by then falls back by itself.
 */
export async function claimDue(
  pool: pg.Pool,
  claim: {
    now: Date;
    leaseEnd: Date;
    limit: number;
    room: number;
    rooms: { webhook_id: number; room: number }[];
  },
): Promise<ClaimedDelivery[]> {
  const { now, leaseEnd, limit, room, rooms } = claim;
  const { rows } = await pool.query<ClaimedDelivery>({
    name: 'webhooks-claim',
    text: CLAIM,
    values: [
      now,
      leaseEnd,
      limit,
      room,
      rooms.map((lane) => lane.webhook_id),
      rooms.map((lane) => lane.room),
    ],
  });
  return rows;
}

const CLAIM = `
  with recursive ${WAITING}, ready as (
    select webhook_id, coalesce(lane.room, $4) as room
    from waiting
    join webhooks w on w.id = waiting.webhook_id and w.status = 'enabled'
    left join unnest($5::bigint[], $6::int[]) as lane (webhook_id, room) using (webhook_id)
    where due_at <= $1 and coalesce(lane.room, $4) > 0
    order by due_at
    limit $3
  ), picked as materialized (
    select due.id
    from ready, lateral (
      select d.id from webhook_deliveries d
      where d.webhook_id = ready.webhook_id and d.status = 'pending' and d.next_attempt_at <= $1
      order by d.next_attempt_at, d.id
      limit ready.room
      for update skip locked
    ) due
    limit $3
  ), claim as materialized (
    select gen_random_uuid() as id
  ), claimed as (
    update webhook_deliveries d set claim_id = claim.id, next_attempt_at = $2
    from picked, claim
    where d.id = picked.id
    returning d.id, d.webhook_id, d.event_id, d.claim_id, d.attempts
  )
  select c.id, c.webhook_id, c.claim_id, c.attempts, w.url, w.secret, e.event_id, e.body
  from claimed c join webhooks w on w.id = c.webhook_id join events e on e.id = c.event_id
  order by c.id`;

/** When the next delivery that is not due yet becomes due. */
export async function findNextDue(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ due_at: Date | null }>({
    name: 'webhooks-next-due',
    text: `with recursive ${WAITING} select min(due_at) as due_at from waiting where due_at > $1`,
    values: [now],
  });
  return rows[0]?.due_at ?? null;
}

/**
 * Up to `limit` deliveries that nobody may claim any more: those of a disabled webhook are held, those of a removed one have failed. What is
 * under way is left alone. Answers how many.
 */
export async function settleStranded(pool: pg.Pool, limit: number, now: Date): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'webhooks-settle-stranded',
    text: SETTLE_STRANDED,
    values: [now, limit],
  });
  return rowCount ?? 0;
}

const SETTLE_STRANDED = `
  with recursive ${WAITING}, stranded as materialized (
    select waits.id, w.id is null as removed
    from waiting
    left join webhooks w on w.id = waiting.webhook_id,
    lateral (
      select d.id from webhook_deliveries d
      where d.webhook_id = waiting.webhook_id and d.status = 'pending' and (d.claim_id is null or d.next_attempt_at <= $1)
      limit $2
      for update skip locked
    ) waits
    where w.status is distinct from 'enabled'
    limit $2
  )
  update webhook_deliveries d set
    status = case when removed then 'failed' else 'held' end,
    settled_at = case when removed then $1::timestamptz end,
    claim_id = null
  from stranded where d.id = stranded.id`;

/**
 * Writes attempts in one statement: the log, what becomes of each delivery, and the failures of each webhook, which is disabled when they reach
 * `maxFailures` and counts no further, whatever was still under way. A result whose claim has gone to someone else is void. Answers the webhooks disabled by this call.
 */
export async function writeResults(
  pool: pg.Pool,
  results: readonly AttemptResult[],
  maxFailures: number,
  now: Date,
): Promise<{ webhook_id: number; failure_count: number }[]> {
  const { rows } = await pool.query<{ webhook_id: number; failure_count: number }>({
    name: 'webhooks-write-results',
    text: WRITE_RESULTS,
    values: [
      results.map((result) => result.delivery_id),
      results.map((result) => result.claim_id),
      results.map((result) => result.status),
      results.map((result) => result.retry_at),
      results.map((result) => result.started_at),
      results.map((result) => result.duration_ms),
      results.map((result) => result.status_code),
      results.map((result) => result.error),
      results.map((result) => result.response_excerpt),
      maxFailures,
      now,
    ],
  });
  return rows;
}

// Locks in one order everywhere: own deliveries, which nobody else writes, then webhooks by id.
const WRITE_RESULTS = `
  with result as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::int[],
      $8::text[], $9::text[])
      as r (delivery_id, claim_id, status, retry_at, started_at, duration_ms, status_code, error, response_excerpt)
  ), owned as materialized (
    select r.*, d.webhook_id, d.attempts + 1 as number
    from result r join webhook_deliveries d on d.id = r.delivery_id and d.claim_id = r.claim_id
    order by d.id
    for update of d
  ), failures as (
    select webhook_id, count(*)::int as count from owned where status <> 'delivered' group by webhook_id
  ), locked as materialized (
    select w.id, w.failure_count as before, least($10, w.failure_count + failures.count) as after from webhooks w join failures on failures.webhook_id = w.id order by w.id for update of w
  ), counted as (
    update webhooks w set
      failure_count = locked.after,
      status = case when locked.after >= $10 then 'disabled' else w.status end,
      disabled_at = case when locked.after >= $10 then coalesce(w.disabled_at, $11) else w.disabled_at end
    from locked where w.id = locked.id
    returning w.id, w.status, w.failure_count, locked.before < $10 and locked.after >= $10 as just_disabled
  ), settled as (
    update webhook_deliveries d set
      attempts = owned.number,
      status = case when owned.status = 'pending' and counted.status = 'disabled' then 'held' else owned.status end,
      next_attempt_at = coalesce(owned.retry_at, d.next_attempt_at),
      settled_at = case when owned.status <> 'pending' then $11::timestamptz end,
      claim_id = null
    from owned left join counted on counted.id = owned.webhook_id
    where d.id = owned.delivery_id
  ), logged as (
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt)
    select delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt from owned order by delivery_id
  )
  select id as webhook_id, failure_count from counted where just_disabled`;

/** Hands claims back unused: they are due at once and count as no attempt. */
export async function releaseClaims(
  pool: pg.Pool,
  claims: readonly { id: number; claim_id: string }[],
  now: Date,
): Promise<void> {
  await pool.query(
    `update webhook_deliveries d set claim_id = null, next_attempt_at = $3
     from unnest($1::bigint[], $2::uuid[]) as c (id, claim_id)
     where d.id = c.id and d.claim_id = c.claim_id`,
    [claims.map((claim) => claim.id), claims.map((claim) => claim.claim_id), now],
  );
}

/** The same for every claim there is, when whoever made them is certainly dead. */
export async function releaseAllClaims(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `update webhook_deliveries set claim_id = null, next_attempt_at = $1
     where status = 'pending' and claim_id is not null`,
    [now],
  );
}

/**
 * Deletes up to `limit` events from before `olderThan` with their deliveries and attempts, except events that still wait for a webhook.
 * Answers how many events went.
 */
export async function deleteSettledEvents(db: Db, olderThan: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select e.id from events e
      where e.fanned_out and e.created_at < ${olderThan} and not exists (
        select from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.event_id = e.id and d.status in ('pending', 'held')
      )
      order by e.id limit ${limit} for update of e skip locked
    ), deliveries as (
      delete from webhook_deliveries d using old where d.event_id = old.id returning d.id
    ), attempts as (
      delete from webhook_attempts a using deliveries where a.delivery_id = deliveries.id
    ), gone as (
      delete from events e using old where e.id = old.id returning 1
    )
    select count(*) as count from gone`.execute(db);
  return rows[0]?.count ?? 0;
}
