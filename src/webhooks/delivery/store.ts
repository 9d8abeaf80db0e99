import { type NoParams, type Queryable, statement } from '../../lib/db/statement.ts';
import type { DeliveryKind } from '../schema.ts';
import type { Verdict } from './delivery.ts';
import type { Due, Grant } from './places.ts';

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
export const IS_LIVE = `w.status = 'enabled' and not exists (
  select from accounts a where a.id = w.account_id and a.status = 'cancelled' offset 0
)`;

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

// `offset 0`, and arrays of ids beside joins, keep PostgreSQL at one index lookup for each row.

const WAITING = statement<{ now: Date; webhook_id: number; late: boolean; limit: number }, Waiting>(
  'webhooks.find_waiting',
  `with recursive waiting (webhook_id, late, due_at, number) as (
    (select d.webhook_id, ${IS_LATE}, d.next_attempt_at, 1 from webhook_deliveries d
     where d.status = 'pending' and (d.webhook_id, ${IS_LATE}) > (:webhook_id, :late::boolean)
     order by d.webhook_id, ${IS_LATE}, d.next_attempt_at limit 1)
    union all
    select next.*, waiting.number + 1
    from waiting, lateral (
      select d.webhook_id, ${IS_LATE} as late, d.next_attempt_at from webhook_deliveries d
      where d.status = 'pending' and (d.webhook_id, ${IS_LATE}) > (waiting.webhook_id, waiting.late)
      order by d.webhook_id, ${IS_LATE}, d.next_attempt_at limit 1
    ) next
    where waiting.number < :limit
  ), judged as materialized (
    select waiting.*, w.account_id, coalesce(w.live, false) as live
    from waiting left join lateral (
      select w.account_id, ${IS_LIVE} as live from webhooks w where w.id = waiting.webhook_id offset 0
    ) w on true
  )
  select min(due_at) filter (where due_at > :now) as next_due_at,
    coalesce(json_agg(distinct webhook_id) filter (where not live), '[]') as stranded,
    coalesce(json_agg(json_build_object('webhook_id', webhook_id, 'account_id', account_id, 'late', late)
      order by due_at) filter (where live and due_at <= :now), '[]') as due,
    (select json_build_object('webhook_id', webhook_id, 'late', late)
     from waiting where number = :limit) as next
  from judged`,
);

/** From endpoint to endpoint through the partial index, `limit` of them behind `after`, without a look at the backlog of each. */
export function findWaiting(
  db: Queryable,
  after: WalkPlace | null,
  limit: number,
  now: Date,
): Promise<Waiting> {
  return WAITING.one(db, { ...(after ?? { webhook_id: 0, late: false }), limit, now });
}

const CLAIM = statement<
  {
    now: Date;
    lease_end: Date;
    webhook_ids: readonly number[];
    late: readonly boolean[];
    places: readonly number[];
  },
  ClaimedDelivery
>(
  'webhooks.claim_due',
  `with picked as materialized (
    select due.id, g.late, w.url, w.secret, w.previous_secrets
    from unnest(:webhook_ids::bigint[], :late::boolean[], :places::int[]) as g (webhook_id, late, places)
    cross join lateral (
      select w.url, w.secret,
        case when w.previous_secret_until > :now then w.previous_secrets else '{}' end as previous_secrets
      from webhooks w where w.id = g.webhook_id and ${IS_LIVE} offset 0
    ) w
    cross join lateral (
      select d.id from webhook_deliveries d
      where d.webhook_id = g.webhook_id and ${IS_LATE} = g.late and d.status = 'pending'
        and d.next_attempt_at <= :now
      order by d.next_attempt_at, d.id
      limit g.places
      for update skip locked
    ) due
  ), claim as materialized (
    select gen_random_uuid() as id
  ), claimed as (
    update webhook_deliveries d set claim_id = (select id from claim), next_attempt_at = :lease_end
    where d.id = any (array(select id from picked))
    returning d.id, d.webhook_id, d.event_id, d.claim_id, d.kind, d.attempts
  )
  select c.id, c.webhook_id, c.claim_id, c.kind, picked.late, c.attempts, picked.url, picked.secret,
    picked.previous_secrets, e.event_id, e.body
  from claimed c join picked using (id)
  cross join lateral (select event_id, body from events where id = c.event_id offset 0) e
  order by c.id`,
);

/**
 * Claims what is due of each grant until `leaseEnd`, in its order and no more than there are places. A claim that is not settled by then falls
 * back by itself.
 */
export function claimDue(
  db: Queryable,
  grants: readonly Pick<Grant, 'webhook_id' | 'late' | 'places'>[],
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedDelivery[]> {
  return CLAIM.all(db, {
    now,
    lease_end: leaseEnd,
    webhook_ids: grants.map((grant) => grant.webhook_id),
    late: grants.map((grant) => grant.late),
    places: grants.map((grant) => grant.places),
  });
}

// Locks in one order everywhere: own deliveries, which nobody else writes, then webhooks by id.
const WRITE_RESULTS = statement<
  {
    delivery_ids: readonly number[];
    claim_ids: readonly string[];
    statuses: readonly string[];
    retry_ats: readonly (Date | null)[];
    started_ats: readonly Date[];
    durations_ms: readonly number[];
    status_codes: readonly (number | null)[];
    errors: readonly (string | null)[];
    excerpts: readonly (string | null)[];
    max: number;
    only_exhausted: boolean;
    now: Date;
  },
  FailureCount
>(
  'webhooks.write_results',
  `with result as (
    select * from unnest(:delivery_ids::bigint[], :claim_ids::uuid[], :statuses::text[],
      :retry_ats::timestamptz[], :started_ats::timestamptz[], :durations_ms::int[], :status_codes::int[],
      :errors::text[], :excerpts::text[])
      as r (delivery_id, claim_id, status, retry_at, started_at, duration_ms, status_code, error,
        response_excerpt)
  ), delivery as materialized (
    select id, webhook_id, kind, attempts, claim_id from webhook_deliveries
    where id = any (:delivery_ids::bigint[]) order by id for update
  ), owned as materialized (
    select r.*, d.webhook_id, d.kind, d.attempts + 1 as number
    from result r join delivery d on d.id = r.delivery_id and d.claim_id = r.claim_id
  ), failures as (
    select webhook_id, count(*)::int as count from owned
    where kind = 'event' and (status = 'failed' or (status = 'pending' and not :only_exhausted))
    group by webhook_id
  ), webhook as materialized (
    select id, failure_count from webhooks
    where id = any (array(select webhook_id from failures)) order by id for update
  ), failing as materialized (
    select w.id, w.failure_count as before, least(:max, w.failure_count + failures.count) as after
    from webhook w join failures on failures.webhook_id = w.id
  ), counted as (
    update webhooks w set
      failure_count = failing.after,
      status = case when failing.after >= :max then 'disabled' else w.status end,
      disabled_at = case when failing.after >= :max then coalesce(w.disabled_at, :now) else w.disabled_at end
    from failing where w.id = failing.id and w.id = any (array(select id from failing))
    returning w.id, w.account_id, w.status, failing.before, failing.after
  ), settled as (
    update webhook_deliveries d set
      attempts = owned.number,
      status = case
        when owned.status = 'pending' and counted.status = 'disabled' then 'held' else owned.status
      end,
      next_attempt_at = coalesce(owned.retry_at, d.next_attempt_at),
      settled_at = case when owned.status <> 'pending' then :now::timestamptz end,
      claim_id = null
    from owned left join counted on counted.id = owned.webhook_id
    where d.id = owned.delivery_id and d.id = any (array(select delivery_id from owned))
  ), logged as (
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error,
      response_excerpt)
    select delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt
    from owned order by delivery_id
  )
  select id as webhook_id, account_id, before, after from counted where after > before`,
);

/**
 * Writes attempts in one statement: the log, what becomes of each delivery, and the failures of each webhook, which is disabled when they reach
 * `max` and counts no further, whatever was still under way. Only events count, by each failed attempt or (`onlyExhausted`) when no retry is
 * left. A result whose claim has gone to someone else is void. Answers the webhooks whose count has risen.
 */
export function writeResults(
  db: Queryable,
  results: readonly AttemptResult[],
  { max, onlyExhausted }: { max: number; onlyExhausted: boolean },
  now: Date,
): Promise<FailureCount[]> {
  return WRITE_RESULTS.all(db, {
    delivery_ids: results.map((result) => result.delivery_id),
    claim_ids: results.map((result) => result.claim_id),
    statuses: results.map((result) => result.status),
    retry_ats: results.map((result) => result.retry_at),
    started_ats: results.map((result) => result.started_at),
    durations_ms: results.map((result) => result.duration_ms),
    status_codes: results.map((result) => result.status_code),
    errors: results.map((result) => result.error),
    excerpts: results.map((result) => result.response_excerpt),
    max,
    only_exhausted: onlyExhausted,
    now,
  });
}

const READ_CLOCK = statement<NoParams, { now: Date }>(
  'webhooks.read_clock',
  'select clock_timestamp() as now',
);
const RELEASE_CLAIMS = statement<{ ids: readonly number[]; claim_ids: readonly string[]; now: Date }>(
  'webhooks.release_claims',
  `update webhook_deliveries d set claim_id = null, next_attempt_at = :now
   from unnest(:ids::bigint[], :claim_ids::uuid[]) as c (id, claim_id)
   where d.id = any (:ids::bigint[]) and d.id = c.id and d.claim_id = c.claim_id`,
);
const RELEASE_ALL_CLAIMS = statement<{ now: Date }>(
  'webhooks.release_all_claims',
  `update webhook_deliveries set claim_id = null, next_attempt_at = least(:now, clock_timestamp())
   where status = 'pending' and claim_id is not null`,
);

/** The time that every process sees alike. */
export async function readClock(db: Queryable): Promise<Date> {
  return (await READ_CLOCK.one(db, {})).now;
}

/** Hands claims back unused: they are due at once and count as no attempt. */
export async function releaseClaims(
  db: Queryable,
  claims: readonly { id: number; claim_id: string }[],
  now: Date,
): Promise<void> {
  await RELEASE_CLAIMS.run(db, {
    ids: claims.map(({ id }) => id),
    claim_ids: claims.map(({ claim_id }) => claim_id),
    now,
  });
}

/** The same for every claim there is, when whoever made them is certainly dead. */
export async function releaseAllClaims(db: Queryable, now: Date): Promise<void> {
  await RELEASE_ALL_CLAIMS.run(db, { now });
}
