import { sql } from 'kysely';
import type { EngineKind } from '../../engines/kinds.ts';
import { HOUR } from '../../lib/clock.ts';
import type { Db, Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import { backlogOf, departures, hasSuspended, isWaiting } from '../../messages/queue/broadcast-messages.ts';
import type { BroadcastStatus } from '../schema.ts';
import type { BroadcastRow } from '../store.ts';

/** Of one look at them; what is left is for the next one. */
const MOST_TALLIES = 10_000;

/** What a broadcast is run with, besides its own row. */
export interface RunningBroadcast extends BroadcastRow {
  engine: EngineKind;
  paired_at: Date | null;
}

/** Begins what is due; false when nothing is. */
export async function startDue(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with due as (
      select id from broadcasts where status in ('draft', 'scheduled') and next_at <= ${now}
      order by id for no key update skip locked
    )
    update broadcasts b set status = 'running', started_at = coalesce(b.started_at, ${now}) from due where b.id = due.id`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** SQL: why a broadcast of this device `d` and account `a` may not go on; null when it may. */
const OBSTACLE = `
  case
    when d.released_at is not null then 'device_released'
    when d.status = 'banned' then 'device_banned'
    when d.status <> 'connected' then 'device_disconnected'
    when d.restriction_lapses_at > :now then 'restricted'
    when a.status <> 'active' then 'account_inactive'
  end`;

const LIST_OBSTRUCTED = statement<{ now: Date }, { id: number; reason: string }>(
  'broadcasts.list_obstructed',
  `select id, reason
   from (
     select b.id, ${OBSTACLE} as reason
     from broadcasts b
     cross join lateral (select * from devices where id = b.device_id offset 0) d
     cross join lateral (select status from accounts where id = b.account_id offset 0) a
     where b.status = 'running'
   ) each
   where reason is not null`,
);

/** Running broadcasts that may not go on, each with its reason. */
export function listObstructed(db: Db, now: Date): Promise<{ id: number; reason: string }[]> {
  return LIST_OBSTRUCTED.all(db, { now });
}

/**
 * Adds to the counts of broadcasts what changes of status have noted for them, and completes those whose recipients are all settled. One that
 * somebody else has locked is left for the next time.
 */
export async function foldTallies(db: Db, now: Date): Promise<void> {
  const isDone = sql`
    b.status in ('running', 'paused') and b.sent_count + s.sent + b.failed_count + s.failed = b.total_recipients`;
  await sql`
    with counted as materialized (
      select id from broadcasts where id = any (array(
        select distinct broadcast_id from (select broadcast_id from broadcast_tallies limit ${MOST_TALLIES}) noted
      ))
      order by id for no key update skip locked
    ), noted as (
      delete from broadcast_tallies t using counted where t.broadcast_id = counted.id returning t.broadcast_id, t.sent, t.failed
    ), sums as (
      select broadcast_id, sum(sent)::int as sent, sum(failed)::int as failed from noted group by broadcast_id
    )
    update broadcasts b set
      sent_count = b.sent_count + s.sent,
      failed_count = b.failed_count + s.failed,
      status = case when ${isDone} then 'completed' else b.status end,
      reason = case when ${isDone} then null else b.reason end,
      completed_at = case when ${isDone} then ${now}::timestamptz else b.completed_at end
    from sums s where b.id = s.broadcast_id`.execute(db);
}

/** SQL: whether the broadcast `b` has a recipient or a suspended message left. */
const HAS_MORE = `(b.claimed < b.total_recipients or ${hasSuspended('b.id')})`;

/** SQL: the running broadcasts of a device, and how many of their messages wait for the engine alone. */
const shareOf = (deviceId: string) => `
  select count(*)::int as running, coalesce(sum(own.ready), 0)::int as waiting
  from broadcasts r cross join lateral (${backlogOf('r.id', ':now')}) own
  where r.device_id = ${deviceId} and r.status = 'running'`;

export interface DueBroadcast {
  id: number;
  device_id: number;
  /** So many messages wait for the device, its own or those of others, that there is no room for more, or little. */
  is_full: boolean;
}

const LIST_DUE = statement<
  { now: Date; seed: number; engines: readonly EngineKind[]; windows: readonly number[]; limit: number },
  DueBroadcast
>(
  'broadcasts.list_due',
  `with due as materialized (
    select b.id, b.account_id, b.device_id, b.next_at, hashint8extended(b.id, :seed) as lot, own.due,
      b.delay_max_seconds > 0 and own.ready > 0 as is_delayed
    from broadcasts b cross join lateral (${backlogOf('b.id', ':now')}) own
    where b.status = 'running' and b.next_at <= :now and ${HAS_MORE}
  ), lane as materialized (
    select device_id, e.size, running, waiting
    from (select distinct device_id from due) d
    join devices on devices.id = d.device_id
    join unnest(:engines::text[], :windows::int[]) as e (engine, size) using (engine)
    cross join lateral (${shareOf('d.device_id')}) others
  ), each as (
    select due.*, lane.size, lane.waiting,
      -- Below half, each message that is done would be a claim of its own.
      is_delayed or 2 * due.due > greatest(1, lane.size / lane.running) as has_its_share
    from due join lane using (device_id)
  ), placed as (
    select *, has_its_share
      or waiting + row_number() over (partition by device_id, has_its_share order by next_at, lot) > size as is_full
    from each
  )
  select id, device_id, is_full
  from (
    select *, row_number() over (partition by account_id, is_full order by next_at, lot) as turn from placed
  ) ranked
  order by is_full, turn, next_at, lot limit :limit`,
);

/**
 * Running broadcasts with something to be let go now, in their order: accounts take turns, and so do the broadcasts of an account; the full ones
 * come last. `seed` decides between those that are due at the same time, `windows` are those of the engines.
 */
export function listDue(
  db: Db,
  now: Date,
  windows: ReadonlyMap<EngineKind, number>,
  seed: number,
  limit: number,
): Promise<DueBroadcast[]> {
  return LIST_DUE.all(db, { now, seed, engines: [...windows.keys()], windows: [...windows.values()], limit });
}

/** When the next broadcast in one of these statuses is due that is not due yet. */
export async function findNextDue(
  db: Db,
  now: Date,
  statuses: readonly BroadcastStatus[],
): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date | null }>`
    select min(next_at) as next_at from broadcasts
    where status in ('draft', 'scheduled', 'running') and status = any (${[...statuses]}::text[]) and next_at > ${now}`.execute(
    db,
  );
  return rows[0]?.next_at ?? null;
}

const LOCK_DUE = statement<{ id: number; now: Date }, RunningBroadcast>(
  'broadcasts.lock_due',
  `select b.*, d.engine, d.paired_at
   from broadcasts b join devices d on d.id = b.device_id join accounts a on a.id = b.account_id
   where b.id = :id and b.status = 'running' and b.next_at <= :now and ${HAS_MORE} and ${OBSTACLE} is null
   for no key update of b skip locked`,
);

/** The broadcast, if it may go on now and nobody else is at it; locked until the transaction ends. */
export function lockDue(tx: Tx, id: number, now: Date): Promise<RunningBroadcast | undefined> {
  return LOCK_DUE.first(tx, { id, now });
}

/** False while somebody else claims for this device: what it may send is counted by one at a time. Held until the transaction ends. */
export async function lockLane(tx: Tx, deviceId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('broadcasts of a device', ${deviceId})) as locked`.execute(
    tx,
  );
  return rows[0]?.locked ?? false;
}

export interface Lane {
  /** Running broadcasts that share it, this one included. */
  running: number;
  /** Their messages that nothing but the engine keeps waiting. */
  waiting: number;
  /** Messages of this broadcast that an engine may take, or has in its hands. */
  due: number;
  /** Those of them that nothing but the engine keeps waiting. */
  ready: number;
  /** Its messages that were kept back. */
  held: number;
  /** Messages of all its broadcasts that are due, or may have left in the last hour; at most `limit` are counted. */
  used: number;
  /** When the first of those that were counted has left; what is due leaves from now on. */
  oldest: Date | null;
}

const READ_LANE = statement<{ id: number; deviceId: number; limit: number; now: Date; hourAgo: Date }, Lane>(
  'broadcasts.read_lane',
  `select lane.running, lane.waiting, own.due, own.ready, own.held, hour.used, hour.oldest
   from (${shareOf(':deviceId')}) lane
   cross join (${backlogOf(':id', ':now')}) own
   cross join (
     select count(*)::int as used, min(at) as oldest
     from (
       (${departures(':deviceId', ':hourAgo', ':limit')})
       union all
       (
         select :now::timestamptz as at
         from broadcasts b
         cross join lateral (select from messages where broadcast_id = b.id and ${isWaiting} offset 0) m
         where b.device_id = :deviceId and b.status = 'running' limit :limit
       )
       order by at desc limit :limit
     ) latest
   ) hour`,
);

/** What there is on the lane of a locked broadcast's device; `limit` 0 counts nothing of the last hour. Call it after `lockLane`. */
export async function readLane(
  tx: Tx,
  { id, device_id }: BroadcastRow,
  limit: number,
  now: Date,
): Promise<Lane> {
  const hourAgo = new Date(now.getTime() - HOUR);
  const lane = await READ_LANE.first(tx, { id, deviceId: device_id, limit, now, hourAgo });
  return lane ?? { running: 1, waiting: 0, due: 0, ready: 0, held: 0, used: 0, oldest: null };
}

export interface Recipient {
  /** In the broadcast, counted from 0. */
  place: number;
  /** Null when the contact is gone. */
  phone: string | null;
  name: string | null;
}

/** The next recipients of the broadcast, up to so many, as their contacts are now. */
export async function readRecipients(tx: Tx, broadcast: BroadcastRow, most: number): Promise<Recipient[]> {
  const { id, account_id, claimed } = broadcast;
  const end = claimed + most;
  const { rows } = await sql<Recipient>`
    select next.place, c.phone, c.name
    from (
      select greatest(t.first_place, ${claimed}::int) + r.n::int - 1 as place, r.contact
      from broadcast_targets t
      cross join lateral unnest(
        t.contacts[greatest(1, ${claimed}::int - t.first_place + 1) : ${end}::int - t.first_place]
      ) with ordinality as r (contact, n)
      where t.broadcast_id = ${id} and t.first_place < ${end} and t.first_place >= (
        select max(first_place) from broadcast_targets where broadcast_id = ${id} and first_place <= ${claimed}
      )
    ) next
    left join contacts c on c.account_id = ${account_id} and c.place = next.contact
    order by next.place`.execute(tx);
  return rows;
}

/** Notes on a locked broadcast how many more recipients are claimed, and when it goes on. */
export async function advance(tx: Tx, id: number, step: { claimed: number; next_at: Date }): Promise<void> {
  await tx
    .updateTable('broadcasts')
    .set((row) => ({
      claimed: row('claimed', '+', step.claimed),
      next_at: step.next_at,
    }))
    .where('id', '=', id)
    .execute();
}
