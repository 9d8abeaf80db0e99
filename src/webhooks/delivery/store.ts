import type pg from 'pg';
import type { DeliveryKind } from '../schema.ts';
import type { Verdict } from './delivery.ts';
import type { Due, Grant } from './places.ts';

// No statement here has a name, so each is planned for the tables as they are: a plan kept from small ones reads large ones from end to end,
// 70 to 110 ms at 300,000 deliveries, until statistics are next gathered. Planning takes about 1 ms per batch.

/** Where statements run. */
type Queries = Pick<pg.Pool, 'query'>;

/** One delivery whose attempt is ours to make until the lease ends. */
export interface ClaimedDelivery {
  id: number;
  webhook_id: number;
  claim_id: string;
  kind: DeliveryKind;
  /** Not the first attempt at an event of its own time: a retry or a replay. */
  late: boolean;
  /** Attempts made before this one. */
  attempts: number;
  url: string;
  /** Sealed. */
  secret: Buffer;
  /** Sealed, the oldest first: those that sign beside the present one. */
  previous_secrets: Buffer[];
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

/** How the failures of one webhook have moved. */
export interface FailureCount {
  webhook_id: number;
  account_id: number;
  before: number;
  after: number;
}

/** Of a delivery `d`; an expression of the index. */
export const IS_LATE = `(d.attempts > 0 or d.kind = 'replay')`;

/** Of a webhook `w`: suspended accounts still hear of what happens to them, cancelled ones do not. */
export const IS_LIVE = `w.status = 'enabled' and not exists (select from accounts a where a.id = w.account_id and a.status = 'cancelled')`;

/** An endpoint and a kind of what waits for it: where a walk has come to. */
export type WalkPlace = Pick<Due, 'webhook_id' | 'late'>;

/** What waits for the endpoints of one step of a walk. */
export interface Waiting {
  due: Due[];
  /** When the next delivery that is not due yet becomes due. */
  next_due_at: Date | null;
  /** Webhooks to which nothing may be sent any more. */
  stranded: number[];
  /** Where the next step begins; null when this one has come to the end. */
  next: WalkPlace | null;
}

/** From endpoint to endpoint through the partial index, `limit` of them behind `after`, without a look at the backlog of each. */
export async function findWaiting(
  pool: Queries,
  after: WalkPlace | null,
  limit: number,
  now: Date,
): Promise<Waiting> {
  const { webhook_id, late } = after ?? { webhook_id: 0, late: false };
  const { rows } = await pool.query<Waiting>(WAITING, [now, webhook_id, late, limit]);
  return rows[0] ?? { due: [], next_due_at: null, stranded: [], next: null };
}

const WAITING = `
  with recursive waiting (webhook_id, late, due_at, number) as (
    (select d.webhook_id, ${IS_LATE}, d.next_attempt_at, 1 from webhook_deliveries d
     where d.status = 'pending' and (d.webhook_id, ${IS_LATE}) > ($2, $3::boolean)
     order by d.webhook_id, ${IS_LATE}, d.next_attempt_at limit 1)
    union all
    select next.*, waiting.number + 1
    from waiting, lateral (
      select d.webhook_id, ${IS_LATE} as late, d.next_attempt_at from webhook_deliveries d
      where d.status = 'pending' and (d.webhook_id, ${IS_LATE}) > (waiting.webhook_id, waiting.late)
      order by d.webhook_id, ${IS_LATE}, d.next_attempt_at limit 1
    ) next
    where waiting.number < $4
  ), judged as materialized (
    select waiting.*, w.account_id, w.id is not null and ${IS_LIVE} as live
    from waiting left join webhooks w on w.id = waiting.webhook_id
  )
  select min(due_at) filter (where due_at > $1) as next_due_at,
    coalesce(json_agg(distinct webhook_id) filter (where not live), '[]') as stranded,
    coalesce(json_agg(json_build_object('webhook_id', webhook_id, 'account_id', account_id, 'late', late) order by due_at)
      filter (where live and due_at <= $1), '[]') as due,
    (select json_build_object('webhook_id', webhook_id, 'late', late) from waiting where number = $4) as next
  from judged`;

/**
 * Claims what is due of each grant until `leaseEnd`, in its order and no more than there are places. A claim that is not settled by then falls
 * back by itself.
 */
export async function claimDue(
  pool: Queries,
  grants: readonly Pick<Grant, 'webhook_id' | 'late' | 'places'>[],
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedDelivery[]> {
  const { rows } = await pool.query<ClaimedDelivery>(CLAIM, [
    now,
    leaseEnd,
    grants.map((grant) => grant.webhook_id),
    grants.map((grant) => grant.late),
    grants.map((grant) => grant.places),
  ]);
  return rows;
}

const CLAIM = `
  with picked as materialized (
    select due.id, g.late, w.url, w.secret, case when w.previous_secret_until > $1 then w.previous_secrets else '{}' end as previous_secrets
    from unnest($3::bigint[], $4::boolean[], $5::int[]) as g (webhook_id, late, places)
    join webhooks w on w.id = g.webhook_id and ${IS_LIVE},
    lateral (
      select d.id from webhook_deliveries d
      where d.webhook_id = g.webhook_id and ${IS_LATE} = g.late and d.status = 'pending' and d.next_attempt_at <= $1
      order by d.next_attempt_at, d.id
      limit g.places
      for update skip locked
    ) due
  ), claim as materialized (
    select gen_random_uuid() as id
  ), claimed as (
    update webhook_deliveries d set claim_id = claim.id, next_attempt_at = $2
    from picked, claim
    where d.id = picked.id
    returning d.id, d.webhook_id, d.event_id, d.claim_id, d.kind, d.attempts
  )
  select c.id, c.webhook_id, c.claim_id, c.kind, picked.late, c.attempts, picked.url, picked.secret, picked.previous_secrets, e.event_id, e.body
  from claimed c join picked using (id) join events e on e.id = c.event_id
  order by c.id`;

/**
 * Writes attempts in one statement: the log, what becomes of each delivery, and the failures of each webhook, which is disabled when they reach
 * `max` and counts no further, whatever was still under way. Only events count, by each failed attempt or (`onlyExhausted`) when no retry is
 * left. A result whose claim has gone to someone else is void. Answers the webhooks whose count has risen.
 */
export async function writeResults(
  pool: Queries,
  results: readonly AttemptResult[],
  failures: { max: number; onlyExhausted: boolean },
  now: Date,
): Promise<FailureCount[]> {
  const { rows } = await pool.query<FailureCount>(WRITE_RESULTS, [
    results.map((result) => result.delivery_id),
    results.map((result) => result.claim_id),
    results.map((result) => result.status),
    results.map((result) => result.retry_at),
    results.map((result) => result.started_at),
    results.map((result) => result.duration_ms),
    results.map((result) => result.status_code),
    results.map((result) => result.error),
    results.map((result) => result.response_excerpt),
    failures.max,
    failures.onlyExhausted,
    now,
  ]);
  return rows;
}

// Locks in one order everywhere: own deliveries, which nobody else writes, then webhooks by id.
const WRITE_RESULTS = `
  with result as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::int[],
      $8::text[], $9::text[])
      as r (delivery_id, claim_id, status, retry_at, started_at, duration_ms, status_code, error, response_excerpt)
  ), owned as materialized (
    select r.*, d.webhook_id, d.kind, d.attempts + 1 as number
    from result r join webhook_deliveries d on d.id = r.delivery_id and d.claim_id = r.claim_id
    order by d.id
    for update of d
  ), failures as (
    select webhook_id, count(*)::int as count from owned
    where kind = 'event' and (status = 'failed' or (status = 'pending' and not $11))
    group by webhook_id
  ), locked as materialized (
    select w.id, w.failure_count as before, least($10, w.failure_count + failures.count) as after
    from webhooks w join failures on failures.webhook_id = w.id
    order by w.id
    for update of w
  ), counted as (
    update webhooks w set
      failure_count = locked.after,
      status = case when locked.after >= $10 then 'disabled' else w.status end,
      disabled_at = case when locked.after >= $10 then coalesce(w.disabled_at, $12) else w.disabled_at end
    from locked where w.id = locked.id
    returning w.id, w.account_id, w.status, locked.before, locked.after
  ), settled as (
    update webhook_deliveries d set
      attempts = owned.number,
      status = case when owned.status = 'pending' and counted.status = 'disabled' then 'held' else owned.status end,
      next_attempt_at = coalesce(owned.retry_at, d.next_attempt_at),
      settled_at = case when owned.status <> 'pending' then $12::timestamptz end,
      claim_id = null
    from owned left join counted on counted.id = owned.webhook_id
    where d.id = owned.delivery_id
  ), logged as (
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt)
    select delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt from owned order by delivery_id
  )
  select id as webhook_id, account_id, before, after from counted where after > before`;

/** The time that every process sees alike. */
export async function readClock(pool: Queries): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  if (!rows[0]) throw new Error('The database has no time.');
  return rows[0].now;
}

/** Hands claims back unused: they are due at once and count as no attempt. */
export async function releaseClaims(
  pool: Queries,
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
export async function releaseAllClaims(pool: Queries, now: Date): Promise<void> {
  await pool.query(
    `update webhook_deliveries set claim_id = null, next_attempt_at = least($1, clock_timestamp())
     where status = 'pending' and claim_id is not null`,
    [now],
  );
}
