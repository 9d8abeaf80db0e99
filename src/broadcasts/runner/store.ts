import type { EngineKind } from '../../engines/kinds.ts';
import { HOUR } from '../../lib/clock.ts';
import type { Db, Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import { backlogOf, departures, hasSuspended, isWaiting } from '../../messages/queue/broadcast-messages.ts';
import type { BroadcastStatus } from '../schema.ts';
import type { BroadcastRow } from '../store.ts';

/** Tallies of one call. The next call adds the rest. */
const MAX_TALLIES = 10_000;

/** A broadcast with the facts of its device that limit it. */
export interface RunningBroadcast extends BroadcastRow {
  engine: EngineKind;
  paired_at: Date | null;
}

const IS_DUE_TO_START = `status in ('draft', 'scheduled') and next_at <= :now`;

const START_DUE = statement<{ now: Date }>(
  'broadcasts.start_due',
  `with due as materialized (
     select id from broadcasts
     where id = any (array(select id from broadcasts where ${IS_DUE_TO_START})) and ${IS_DUE_TO_START}
     order by id for no key update skip locked
   )
   update broadcasts set status = 'running', started_at = coalesce(started_at, :now)
   where id = any (array(select id from due))`,
);

/** Starts the due broadcasts; false if none is due. */
export async function startDue(db: Db, now: Date): Promise<boolean> {
  return (await START_DUE.run(db, { now })) > 0;
}

/** SQL: why a broadcast of device `d` and account `a` must pause; null if it can send. */
const PAUSE_REASON = `
  case
    when d.released_at is not null then 'device_released'
    when d.status = 'banned' then 'device_banned'
    when d.status <> 'connected' then 'device_disconnected'
    when d.restriction_lapses_at > :now then 'restricted'
    when a.status <> 'active' then 'account_inactive'
  end`;

/** SQL: the device and the account of broadcast `b`. */
const DEVICE_AND_ACCOUNT = `
  cross join lateral (
    select engine, paired_at, status, released_at, restriction_lapses_at from devices
    where id = b.device_id limit 1
  ) d
  cross join lateral (select status from accounts where id = b.account_id limit 1) a`;

/**
 * SQL: a condition on the first column of the index of unfinished broadcasts, which is true for all of them.
 */
const ANY_TIME = `b.next_at >= '-infinity'`;

const LIST_TO_PAUSE = statement<{ now: Date }, { id: number; reason: string }>(
  'broadcasts.list_to_pause',
  `select id, reason
   from (
     select b.id, ${PAUSE_REASON} as reason from broadcasts b ${DEVICE_AND_ACCOUNT}
     where b.status = 'running' and ${ANY_TIME}
   ) each
   where reason is not null`,
);

/** Running broadcasts that must pause. */
export function listToPause(db: Db, now: Date): Promise<{ id: number; reason: string }[]> {
  return LIST_TO_PAUSE.all(db, { now });
}

const IS_COMPLETE = `
  b.status in ('running', 'paused') and b.sent_count + s.sent + b.failed_count + s.failed = b.total_recipients`;

const ADD_TALLIES = statement<{ now: Date }>(
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
);

/**
 * Adds the tallies to the counts of their broadcasts, and completes the broadcasts without a pending
 * recipient. Skips broadcasts that another transaction has locked.
 */
export async function addTallies(db: Db, now: Date): Promise<void> {
  await ADD_TALLIES.run(db, { now });
}

/** SQL: broadcast `b` has a recipient without a message, or a suspended message. */
const HAS_WORK = `(b.claimed < b.total_recipients or ${hasSuspended('b.id')})`;

/** SQL: the running broadcasts of a device, and the number of their ready messages. */
const deviceTotals = (deviceId: string) => `
  select count(*)::int as running, coalesce(sum(own.ready), 0)::int as ready
  from broadcasts r cross join lateral (${backlogOf('r.id', ':now')}) own
  where r.device_id = ${deviceId} and r.status = 'running'`;

export interface DueBroadcast {
  id: number;
  device_id: number;
  /** The device or the broadcast has reached its share of the backlog limit, or nearly. */
  is_full: boolean;
}

/** A broadcast below half of its share is not full: otherwise each settled message would lead to a claim. */
const LIST_DUE = statement<
  { now: Date; seed: number; engines: readonly EngineKind[]; limits: readonly number[]; count: number },
  DueBroadcast
>(
  'broadcasts.list_due',
  `with due as materialized (
    select b.id, b.account_id, b.device_id, b.next_at, hashint8extended(b.id, :seed) as shuffled, own.due,
      b.delay_max_seconds > 0 and own.ready > 0 as is_delayed
    from broadcasts b cross join lateral (${backlogOf('b.id', ':now')}) own
    where b.status = 'running' and b.next_at <= :now and ${HAS_WORK}
  ), device as materialized (
    select d.device_id, e.backlog_limit, totals.running, totals.ready
    from (select distinct device_id from due) d
    cross join lateral (select engine from devices where id = d.device_id limit 1) kind
    join unnest(:engines::text[], :limits::int[]) as e (engine, backlog_limit) on e.engine = kind.engine
    cross join lateral (${deviceTotals('d.device_id')}) totals
  ), shared as (
    select due.*, device.backlog_limit, device.ready,
      is_delayed or 2 * due.due > greatest(1, device.backlog_limit / device.running) as has_its_share
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

/**
 * Running broadcasts with work that is due: round-robin by account, the full ones last. `seed` decides the
 * order of broadcasts that are due at the same time.
 */
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

/** The next time at which a broadcast in one of these statuses becomes due. */
export async function findNextDue(
  db: Db,
  now: Date,
  statuses: readonly BroadcastStatus[],
): Promise<Date | null> {
  return (await FIND_NEXT_DUE.first(db, { now, statuses }))?.next_at ?? null;
}

const LOCK_DUE = statement<{ id: number; now: Date }, RunningBroadcast>(
  'broadcasts.lock_due',
  `select b.*, d.engine, d.paired_at
   from broadcasts b ${DEVICE_AND_ACCOUNT}
   where b.id = :id and b.status = 'running' and b.next_at <= :now and ${HAS_WORK} and ${PAUSE_REASON} is null
   for no key update of b skip locked`,
);

/** Locks the broadcast; undefined if it is not due, must pause, or another process holds it. */
export function lockDue(tx: Tx, id: number, now: Date): Promise<RunningBroadcast | undefined> {
  return LOCK_DUE.first(tx, { id, now });
}

const LOCK_DEVICE_CLAIMS = statement<{ deviceId: number }, { locked: boolean }>(
  'broadcasts.lock_device_claims',
  `select pg_try_advisory_xact_lock(hashtextextended('broadcasts of a device', :deviceId)) as locked`,
);

/** Locks the claims of a device until the transaction ends; false if another process holds them. */
export async function lockDeviceClaims(tx: Tx, deviceId: number): Promise<boolean> {
  return (await LOCK_DEVICE_CLAIMS.one(tx, { deviceId })).locked;
}

/** The messages of broadcasts at a device. */
export interface DeviceLoad {
  /** Running broadcasts of the device, the claiming one included. */
  running: number;
  /** Their ready messages. */
  device_ready: number;
  /** Open messages of the claiming broadcast. */
  due: number;
  /** Ready messages of the claiming broadcast. */
  ready: number;
  /** Suspended messages of the claiming broadcast. */
  suspended: number;
  /** Messages of all broadcasts that are open or may have left in the last hour, counted up to a limit. */
  used: number;
  /** When the oldest counted message left. Open messages count as leaving now. */
  oldest: Date | null;
}

const READ_DEVICE_LOAD = statement<
  { id: number; deviceId: number; limit: number; now: Date; hourAgo: Date },
  DeviceLoad
>(
  'broadcasts.read_device_load',
  `select device.running, device.ready as device_ready, own.due, own.ready, own.suspended,
     hour.used, hour.oldest
   from (${deviceTotals(':deviceId')}) device
   cross join (${backlogOf(':id', ':now')}) own
   cross join (
     select count(*)::int as used, min(at) as oldest
     from (
       (${departures(':deviceId', ':hourAgo', ':limit')})
       union all
       (
         select :now::timestamptz as at
         from broadcasts b cross join lateral (
           select from messages where broadcast_id = b.id and ${isWaiting} limit :limit
         ) m
         where b.device_id = :deviceId and b.status = 'running' limit :limit
       )
       order by at desc limit :limit
     ) latest
   ) hour`,
);

/** The load of a locked broadcast's device; `limit` 0 counts no hour. Call it after `lockDeviceClaims`. */
export function readDeviceLoad(
  tx: Tx,
  { id, device_id }: BroadcastRow,
  limit: number,
  now: Date,
): Promise<DeviceLoad> {
  const hourAgo = new Date(now.getTime() - HOUR);
  return READ_DEVICE_LOAD.one(tx, { id, deviceId: device_id, limit, now, hourAgo });
}

export interface Recipient {
  index: number;
  /** Null if the contact was deleted. */
  phone: string | null;
  name: string | null;
}

const READ_RECIPIENTS = statement<{ id: number; accountId: number; first: number; end: number }, Recipient>(
  'broadcasts.read_recipients',
  `select next.index, c.phone, c.name
   from (
     select greatest(t.first_place, :first::int) + r.n::int - 1 as index, r.contact
     from broadcast_targets t
     cross join lateral unnest(
       t.contacts[greatest(1, :first::int - t.first_place + 1) : :end::int - t.first_place]
     ) with ordinality as r (contact, n)
     where t.broadcast_id = :id and t.first_place < :end::int and t.first_place >= (
       select max(first_place) from broadcast_targets where broadcast_id = :id and first_place <= :first::int
     )
   ) next
   left join lateral (
     select phone, name from contacts where account_id = :accountId and place = next.contact limit 1
   ) c on true
   order by next.index`,
);

/** The next recipients of the broadcast, at most `count`, with their contacts as they are now. */
export function readRecipients(tx: Tx, broadcast: BroadcastRow, count: number): Promise<Recipient[]> {
  const { id, account_id: accountId, claimed } = broadcast;
  return READ_RECIPIENTS.all(tx, { id, accountId, first: claimed, end: claimed + count });
}

const ADVANCE = statement<{ id: number; claimed: number; next_at: Date }>(
  'broadcasts.advance',
  'update broadcasts set claimed = claimed + :claimed::int, next_at = :next_at where id = :id',
);

/** Adds claimed recipients to a locked broadcast, and sets when it continues. */
export async function advance(tx: Tx, id: number, step: { claimed: number; next_at: Date }): Promise<void> {
  await ADVANCE.run(tx, { ...step, id });
}
