import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { CAP_COLUMNS, type CapColumns } from '../../costs/cap/cap.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { backlogOf } from '../../messages/queue/broadcast-messages.ts';
import type { BroadcastStatus } from '../schema.ts';
import { DEVICE_AND_ACCOUNT, deviceTotals, HAS_WORK, PAUSE_REASON } from './conditions.ts';

/** Of one call; the next call adds the rest. */
const MAX_TALLIES = 10_000;

const IS_DUE_TO_START = `status in ('draft', 'scheduled') and next_at <= :now`;

const IS_ACTIVE = `(select status from accounts where id = b.account_id) = 'active'`;

const START_DUE = statement<{ now: Date }>(
  'broadcasts.start_due',
  `with due as materialized (
     select id from broadcasts
     where id = any (array(
       select id from (select id, account_id from broadcasts where ${IS_DUE_TO_START} offset 0) b where ${IS_ACTIVE}
     )) and ${IS_DUE_TO_START}
     order by id for no key update skip locked
   )
   update broadcasts set status = 'running', started_at = coalesce(started_at, :now)
   where id = any (array(select id from due))`,
);

/** False if none is due. */
export async function startDue(db: Db, now: Date): Promise<boolean> {
  return (await START_DUE.run(db, { now })) > 0;
}

// `id > 0` is always true; it makes the planner use the index of broadcasts paused by a suspension.
const RESUME_ACTIVATED = statement<{ now: Date }>(
  'broadcasts.resume_activated',
  `with activated as materialized (
     select id from broadcasts b
     where status = 'paused' and reason = 'account_inactive' and id > 0 and ${IS_ACTIVE}
     order by id for no key update skip locked
   )
   update broadcasts b set status = 'running', reason = null, next_at = greatest(next_at, :now::timestamptz),
     started_at = coalesce(started_at, :now)
   where id = any (array(select id from activated))`,
);

/** False if there is none. */
export async function resumeActivated(db: Db, now: Date): Promise<boolean> {
  return (await RESUME_ACTIVATED.run(db, { now })) > 0;
}

/** A change of the cap is looked at without this wait. */
const LOOK_SECONDS = 60;
const IS_OVER_CAP = `status = 'paused' and reason = 'cost_cap_reached' and id > 0`;

export const listOverCap = statement<{ now: Date }, { account_id: number } & CapColumns>(
  'broadcasts.list_over_cap',
  `select distinct b.account_id, a.cost_cap, a.cost_cap_currency
   from (select account_id, next_at from broadcasts where ${IS_OVER_CAP} offset 0) b
   cross join lateral (
     select ${CAP_COLUMNS}, cost_cap_set_at from accounts where id = b.account_id limit 1
   ) a
   where b.next_at <= :now or a.cost_cap_set_at > b.next_at - interval '${LOOK_SECONDS} seconds'`,
).all;

/** The delay before their next recipient is over. */
export const noteLookAtCap = statement<{
  openIds: readonly number[];
  spentIds: readonly number[];
  now: Date;
}>(
  'broadcasts.note_look_at_cap',
  `with paused as materialized (
     select id, account_id = any (:openIds::bigint[]) as is_open from broadcasts
     where ${IS_OVER_CAP} and account_id = any (:openIds::bigint[] || :spentIds::bigint[])
     order by id for no key update skip locked
   )
   update broadcasts b set
     status = case when p.is_open then 'running' else b.status end,
     reason = case when p.is_open then null else b.reason end,
     started_at = case when p.is_open then coalesce(b.started_at, :now::timestamptz) else b.started_at end,
     next_at = :now::timestamptz + case when p.is_open then 0 else ${LOOK_SECONDS} end * interval '1 second'
   from paused p where b.id = p.id`,
).run;

/** Always true; it makes the planner use the index of unfinished broadcasts. */
const ANY_TIME = `b.next_at >= '-infinity'`;

export const listToPause = statement<{ now: Date }, { id: number; reason: string }>(
  'broadcasts.list_to_pause',
  `select id, reason
   from (
     select b.id, ${PAUSE_REASON} as reason from broadcasts b ${DEVICE_AND_ACCOUNT}
     where b.status = 'running' and ${ANY_TIME}
   ) each
   where reason is not null`,
).all;

const IS_COMPLETE = `
  b.status in ('running', 'paused') and b.sent_count + s.sent + b.failed_count + s.failed = b.total_recipients`;

/** Also completes broadcasts without a pending recipient. Skips locked ones. */
export const addTallies = statement<{ now: Date }>(
  'broadcasts.add_tallies',
  `with counted as materialized (
     select id from broadcasts where id = any (array(
       select distinct broadcast_id
       from (select broadcast_id from broadcast_tallies order by id limit ${MAX_TALLIES}) pending
     ))
     order by id for no key update skip locked
   ), deleted as (
     delete from broadcast_tallies where broadcast_id = any (array(select id from counted))
     returning broadcast_id, sent, failed
   ), sums as (
     select broadcast_id, sum(sent)::int as sent, sum(failed)::int as failed from deleted group by broadcast_id
   )
   update broadcasts b set
     sent_count = b.sent_count + s.sent,
     failed_count = b.failed_count + s.failed,
     status = case when ${IS_COMPLETE} then 'completed' else b.status end,
     reason = case when ${IS_COMPLETE} then null else b.reason end,
     completed_at = case when ${IS_COMPLETE} then :now::timestamptz else b.completed_at end
   from sums s where b.id = s.broadcast_id and b.id = any (array(select id from counted))`,
).run;

export interface DueBroadcast {
  id: number;
  device_id: number;
  /** At, or close to, a share of the backlog limit. */
  is_full: boolean;
}

/** A broadcast below half of its share is not full: otherwise each settled message would lead to a claim. */
const LIST_DUE = statement<
  { now: Date; seed: number; engines: readonly EngineKind[]; limits: readonly number[]; count: number },
  DueBroadcast
>(
  'broadcasts.list_due',
  `with due as materialized (
    select b.id, b.account_id, b.device_id, b.next_at, hashint8extended(b.id, :seed) as shuffled, own.open,
      b.delay_max_seconds > 0 and own.ready > 0 as is_delayed
    from broadcasts b cross join lateral (${backlogOf('b.id', ':now')}) own
    where b.status = 'running' and b.next_at <= :now and ${HAS_WORK}
  ), device as materialized (
    select d.device_id, e.backlog_limit, greatest(1, e.backlog_limit / totals.running) as share, totals.ready
    from (select distinct device_id from due) d
    cross join lateral (select engine from devices where id = d.device_id limit 1) kind
    join unnest(:engines::text[], :limits::int[]) as e (engine, backlog_limit) on e.engine = kind.engine
    cross join lateral (${deviceTotals('d.device_id')}) totals
  ), shared as (
    select due.*, device.backlog_limit, device.ready,
      is_delayed or 2 * due.open > device.share as has_its_share
    from due join device using (device_id)
  ), marked as (
    select *, has_its_share
      or ready + row_number() over (partition by device_id, has_its_share order by next_at, shuffled)
        > backlog_limit as is_full
    from shared
  )
  select id, device_id, is_full
  from (
    select *, row_number() over (partition by account_id, is_full order by next_at, shuffled) as round from marked
  ) rounds
  order by is_full, round, next_at, shuffled limit :count`,
);

/** Round-robin by account, the full ones last. `seed` orders broadcasts of the same time. */
export function listDue(
  db: Db,
  now: Date,
  backlogLimits: ReadonlyMap<EngineKind, number>,
  seed: number,
  count: number,
): Promise<DueBroadcast[]> {
  const engines = [...backlogLimits.keys()];
  return LIST_DUE.all(db, { now, seed, engines, limits: [...backlogLimits.values()], count });
}

const FIND_NEXT_DUE = statement<{ now: Date; statuses: readonly BroadcastStatus[] }, { next_at: Date }>(
  'broadcasts.find_next_due',
  `select next_at from broadcasts
   where status in ('draft', 'scheduled', 'running') and status = any (:statuses::text[]) and next_at > :now
   order by next_at limit 1`,
);

export async function findNextDue(
  db: Db,
  now: Date,
  statuses: readonly BroadcastStatus[],
): Promise<Date | null> {
  return (await FIND_NEXT_DUE.first(db, { now, statuses }))?.next_at ?? null;
}
