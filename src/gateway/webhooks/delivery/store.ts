import type { AccountKind } from '../../../platform/accounts/account.ts';
import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { IS_LIVE, IS_REPEAT } from '../conditions.ts';
import type { AutomationMark, DeliveredType, DeliveryKind } from '../schema.ts';
import { failureText, type Verdict } from './delivery.ts';
import type { DueEndpoint, Grant } from './slots.ts';

export interface ClaimedDelivery {
  id: number;
  webhook_id: number;
  claim_id: string;
  kind: DeliveryKind;
  repeat: boolean;
  attempts: number;
  /** Before the claim. */
  due_at: Date;
  account_id: number;
  account_kind: AccountKind;
  /** Its account has an automation, or had one. */
  has_automation: boolean;
  url: string;
  secret: Buffer;
  /** Oldest first. */
  previous_secrets: Buffer[];
  /** Row id of the event. */
  event_row: number;
  event_id: string;
  event: DeliveredType;
  body: string;
}

export interface AttemptResult extends Verdict {
  delivery_id: number;
  claim_id: string;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response_excerpt: string | null;
  automation: AutomationMark | null;
}

export interface FailureCount {
  webhook_id: number;
  account_id: number;
  before: number;
  after: number;
  failing_since: Date | null;
  last_error: string | null;
}

export type ScanCursor = Pick<DueEndpoint, 'webhook_id' | 'repeat'>;

export interface Pending {
  due: DueEndpoint[];
  /** Of deliveries that are not due yet. */
  next_due_at: Date | null;
  orphaned: number[];
  next: ScanCursor | null;
}

// `offset 0` and arrays of ids make PostgreSQL use one index lookup per row.

const FIND_PENDING = statement<{ now: Date; webhook_id: number; repeat: boolean; limit: number }, Pending>(
  'webhooks.find_pending',
  `with recursive waiting (webhook_id, repeat, due_at, number) as (
    (select d.webhook_id, ${IS_REPEAT}, d.next_attempt_at, 1 from webhook_deliveries d
     where d.status = 'pending' and (d.webhook_id, ${IS_REPEAT}) > (:webhook_id, :repeat::boolean)
     order by d.webhook_id, ${IS_REPEAT}, d.next_attempt_at limit 1)
    union all
    select next.*, waiting.number + 1
    from waiting, lateral (
      select d.webhook_id, ${IS_REPEAT} as repeat, d.next_attempt_at from webhook_deliveries d
      where d.status = 'pending' and (d.webhook_id, ${IS_REPEAT}) > (waiting.webhook_id, waiting.repeat)
      order by d.webhook_id, ${IS_REPEAT}, d.next_attempt_at limit 1
    ) next
    where waiting.number < :limit
  ), judged as materialized (
    select waiting.*, w.account_id, coalesce(w.live, false) as live
    from waiting left join lateral (
      select w.account_id, ${IS_LIVE} as live from webhooks w where w.id = waiting.webhook_id offset 0
    ) w on true
  )
  select min(due_at) filter (where due_at > :now) as next_due_at,
    coalesce(json_agg(distinct webhook_id) filter (where not live), '[]') as orphaned,
    coalesce(json_agg(json_build_object('webhook_id', webhook_id, 'account_id', account_id, 'repeat', repeat)
      order by due_at) filter (where live and due_at <= :now), '[]') as due,
    (select json_build_object('webhook_id', webhook_id, 'repeat', repeat)
     from waiting where number = :limit) as next
  from judged`,
);

/** Reads one index entry per endpoint and kind, and skips their backlogs. */
export function findPending(
  db: Queryable,
  after: ScanCursor | null,
  limit: number,
  now: Date,
): Promise<Pending> {
  return FIND_PENDING.one(db, { ...(after ?? { webhook_id: 0, repeat: false }), limit, now });
}

const CLAIM = statement<
  {
    now: Date;
    lease_end: Date;
    webhook_ids: readonly number[];
    repeats: readonly boolean[];
    slots: readonly number[];
  },
  ClaimedDelivery
>(
  'webhooks.claim_due',
  `with picked as materialized (
    select due.id, due.next_attempt_at as due_at, g.repeat,
      w.account_id, w.account_kind, w.has_automation, w.url, w.secret, w.previous_secrets
    from unnest(:webhook_ids::bigint[], :repeats::boolean[], :slots::int[]) as g (webhook_id, repeat, slots)
    cross join lateral (
      select w.url, w.secret, w.account_id, (select a.kind from accounts a where a.id = w.account_id) as account_kind,
        exists (select from automation_accounts a where a.account_id = w.account_id) as has_automation,
        case when w.previous_secret_until > :now then w.previous_secrets else '{}' end as previous_secrets
      from webhooks w where w.id = g.webhook_id and ${IS_LIVE} offset 0
    ) w
    cross join lateral (
      select d.id, d.next_attempt_at from webhook_deliveries d
      where d.webhook_id = g.webhook_id and ${IS_REPEAT} = g.repeat and d.status = 'pending'
        and d.next_attempt_at <= :now
      order by d.next_attempt_at, d.id
      limit g.slots
      for update skip locked
    ) due
  ), claim as materialized (
    select gen_random_uuid() as id
  ), claimed as (
    update webhook_deliveries d set claim_id = (select id from claim), next_attempt_at = :lease_end
    where d.id = any (array(select id from picked))
    returning d.id, d.webhook_id, d.event_id, d.claim_id, d.kind, d.attempts
  )
  select c.id, c.webhook_id, c.claim_id, c.kind, picked.repeat, c.attempts, picked.due_at, picked.account_id,
    picked.account_kind, picked.has_automation, picked.url, picked.secret, picked.previous_secrets,
    c.event_id as event_row, e.event_id, e.type as event, e.body
  from claimed c join picked using (id)
  cross join lateral (select event_id, type, body from events where id = c.event_id offset 0) e
  order by c.id`,
);

export function claimDue(
  db: Queryable,
  grants: readonly Pick<Grant, 'webhook_id' | 'repeat' | 'slots'>[],
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedDelivery[]> {
  return CLAIM.all(db, {
    now,
    lease_end: leaseEnd,
    webhook_ids: grants.map((grant) => grant.webhook_id),
    repeats: grants.map((grant) => grant.repeat),
    slots: grants.map((grant) => grant.slots),
  });
}

// Every statement locks deliveries before webhooks, each by id.
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
    failure_texts: readonly (string | null)[];
    automations: readonly (string | null)[];
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
      :errors::text[], :excerpts::text[], :failure_texts::text[], :automations::text[])
      as r (delivery_id, claim_id, status, retry_at, started_at, duration_ms, status_code, error,
        response_excerpt, failure_text, automation)
  ), delivery as materialized (
    select id, webhook_id, kind, attempts, claim_id from webhook_deliveries
    where id = any (:delivery_ids::bigint[]) order by id for update
  ), owned as materialized (
    select r.*, d.webhook_id, d.attempts + 1 as number,
      d.kind = 'event' and r.status <> 'delivered' as has_failed,
      max(r.started_at) filter (where r.status = 'delivered') over (partition by d.webhook_id) as ok_at
    from result r join delivery d on d.id = r.delivery_id and d.claim_id = r.claim_id
  ), found as materialized (
    select webhook_id, ok_at,
      count(*) filter (where has_failed and (status = 'failed' or not :only_exhausted))::int as count,
      max(started_at) filter (where has_failed) as failed_at,
      min(started_at) filter (where has_failed and (ok_at is null or started_at >= ok_at)) as failing_since,
      (array_agg(failure_text order by started_at desc) filter (where has_failed))[1] as last_error
    from owned where has_failed or ok_at is not null
    group by webhook_id, ok_at
  ), webhook as materialized (
    select id, failure_count, status, failing_since, judged_at from webhooks
    where id = any (array(select webhook_id from found)) and (
      id = any (array(select webhook_id from found where failed_at is not null))
      or (status = 'enabled' and failing_since is not null)
    )
    order by id for update
  ), judged as materialized (
    select w.id, w.failure_count as before, least(:max, w.failure_count + f.count) as after,
      f.failing_since is not null or w.failure_count + f.count >= :max as is_failing,
      w.status = 'enabled' and (
        w.failure_count + f.count >= :max or w.judged_at is null or w.judged_at <= greatest(f.ok_at, f.failed_at)
      ) as decides,
      greatest(f.ok_at, f.failed_at) as judged_at, f.last_error,
      coalesce(
        case when f.ok_at is null or f.failing_since is null then w.failing_since end,
        f.failing_since, f.failed_at
      ) as failing_since
    from webhook w join found f on f.webhook_id = w.id
  ), counted as (
    update webhooks w set
      failure_count = j.after,
      status = case when j.after >= :max then 'disabled' else w.status end,
      disabled_at = case when j.after >= :max then coalesce(w.disabled_at, :now) else w.disabled_at end,
      failing_since = case
        when not j.decides then w.failing_since when j.is_failing then j.failing_since
      end,
      last_error = case when not j.decides then w.last_error when j.is_failing then j.last_error end,
      judged_at = case when j.decides then j.judged_at else w.judged_at end
    from judged j where w.id = j.id and w.id = any (array(select id from judged))
    returning w.id, w.account_id, w.status, j.before, j.after, w.failing_since, w.last_error
  ), updated as (
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
      response_excerpt, automation)
    select delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt, automation
    from owned order by delivery_id
  )
  select id as webhook_id, account_id, before, after, failing_since, last_error
  from counted where after > before`,
);

/**
 * For kind `event`, each failed attempt counts, or (`onlyExhausted`) each last one. Ignores results without their
 * claim. Returns the webhooks with a higher count. The attempt that started last decides whether a webhook is failing.
 * Any success ends the failing. A disabled webhook keeps its last reason.
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
    failure_texts: results.map((result) => (result.status === 'delivered' ? null : failureText(result))),
    automations: results.map((result) => result.automation),
    max,
    only_exhausted: onlyExhausted,
    now,
  });
}

const READ_CLOCK = statement<NoParams, { now: Date }>(
  'webhooks.read_clock',
  'select clock_timestamp() as now',
);
const RELEASE_CLAIMS = statement<{
  ids: readonly number[];
  claim_ids: readonly string[];
  due_ats: readonly Date[];
}>(
  'webhooks.release_claims',
  `update webhook_deliveries d set claim_id = null, next_attempt_at = c.due_at
   from unnest(:ids::bigint[], :claim_ids::uuid[], :due_ats::timestamptz[]) as c (id, claim_id, due_at)
   where d.id = any (:ids::bigint[]) and d.id = c.id and d.claim_id = c.claim_id`,
);
/** For claims of dead processes. */
export const releaseAllClaims = statement<{ now: Date }>(
  'webhooks.release_all_claims',
  `update webhook_deliveries set claim_id = null, next_attempt_at = least(:now, clock_timestamp())
   where status = 'pending' and claim_id is not null`,
).run;

export async function readClock(db: Queryable): Promise<Date> {
  return (await READ_CLOCK.one(db, {})).now;
}

/** They are due as before their claims, so that they keep their order. */
export async function releaseClaims(
  db: Queryable,
  claims: readonly Pick<ClaimedDelivery, 'id' | 'claim_id' | 'due_at'>[],
): Promise<void> {
  await RELEASE_CLAIMS.run(db, {
    ids: claims.map(({ id }) => id),
    claim_ids: claims.map(({ claim_id }) => claim_id),
    due_ats: claims.map(({ due_at }) => due_at),
  });
}
