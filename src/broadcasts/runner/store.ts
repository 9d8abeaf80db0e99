import { sql } from 'kysely';
import type { EngineKind } from '../../engines/kinds.ts';
import { HOUR, MINUTE } from '../../lib/clock.ts';
import type { Db, Tx } from '../../lib/db/db.ts';
import type { BroadcastStatus } from '../schema.ts';
import type { Stopped } from '../stopped.ts';
import { type BroadcastRow, isDue } from '../store.ts';

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

/** Why a broadcast of this device `d` and account `a` may not go on; null when it may. */
const obstacle = (now: Date) => sql<string | null>`
  case
    when d.released_at is not null then 'device_released'
    when d.status = 'banned' then 'device_banned'
    when d.status <> 'connected' then 'device_disconnected'
    when d.restriction_lapses_at > ${now} then 'restricted'
    when a.status <> 'active' then 'account_inactive'
  end`;

/** Running broadcasts that may not go on, each with its reason. */
export async function listObstructed(db: Db, now: Date): Promise<{ id: number; reason: string }[]> {
  const { rows } = await sql<{ id: number; reason: string }>`
    select id, reason
    from (
      select b.id, ${obstacle(now)} as reason
      from broadcasts b join devices d on d.id = b.device_id join accounts a on a.id = b.account_id
      where b.status = 'running'
    ) each
    where reason is not null`.execute(db);
  return rows;
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

/** Whether the broadcast `b` has something to be let go: a recipient, or a message that was kept back. */
const hasMore = sql`
  (b.claimed < b.total_recipients or exists (select from messages where broadcast_id = b.id and held))`;

/** An engine that has had a message for so long without an answer keeps nobody waiting. */
const ANSWER_MS = 10 * MINUTE;

/** Whether nothing but the engine keeps a message waiting. */
const isReady = (now: Date) => sql`
  (due and not_before <= ${now} and (not maybe_written or created_at > ${new Date(now.getTime() - ANSWER_MS)}))`;

/** Of the messages of a broadcast: how many an engine may take, those of them that are ready, and those kept back. */
const underWay = (broadcastId: ReturnType<typeof sql>, now: Date) => sql`
  select count(*) filter (where due)::int as due,
    count(*) filter (where ${isReady(now)})::int as ready,
    count(*) filter (where held)::int as held
  from messages where broadcast_id = ${broadcastId} and (due or held)`;

/** The running broadcasts of a device, and how many of their messages are ready. */
const crowd = (deviceId: ReturnType<typeof sql>, now: Date) => sql`
  select count(*)::int as running, coalesce(sum(own.ready), 0)::int as waiting
  from broadcasts r cross join lateral (${underWay(sql`r.id`, now)}) own
  where r.device_id = ${deviceId} and r.status = 'running'`;

export interface DueBroadcast {
  id: number;
  device_id: number;
  /** So many messages wait for the device, its own or those of others, that there is no room for more, or little. */
  is_full: boolean;
}

/**
 * Running broadcasts with something to be let go now, in their order: accounts take turns, and so do the broadcasts of an account; the full ones
 * come last. `seed` decides between those that are due at the same time, `windows` are those of the engines.
 */
export async function listDue(
  db: Db,
  now: Date,
  windows: ReadonlyMap<EngineKind, number>,
  seed: number,
  limit: number,
): Promise<DueBroadcast[]> {
  const { rows } = await sql<DueBroadcast>`
    with due as materialized (
      select b.id, b.account_id, b.device_id, b.next_at, hashint8extended(b.id, ${seed}) as lot, own.due,
        b.delay_max_seconds > 0 and own.ready > 0 as is_delayed
      from broadcasts b cross join lateral (${underWay(sql`b.id`, now)}) own
      where b.status = 'running' and b.next_at <= ${now} and ${hasMore}
    ), lane as materialized (
      select device_id, e.size, running, waiting
      from (select distinct device_id from due) d
      join devices on devices.id = d.device_id
      join unnest(${[...windows.keys()]}::text[], ${[...windows.values()]}::int[]) as e (engine, size) using (engine)
      cross join lateral (${crowd(sql`d.device_id`, now)}) others
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
    order by is_full, turn, next_at, lot limit ${limit}`.execute(db);
  return rows;
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

/** The broadcast, if it may go on now and nobody else is at it; locked until the transaction ends. */
export async function lockDue(tx: Tx, id: number, now: Date): Promise<RunningBroadcast | undefined> {
  const { rows } = await sql<RunningBroadcast>`
    select b.*, d.engine, d.paired_at
    from broadcasts b join devices d on d.id = b.device_id join accounts a on a.id = b.account_id
    where b.id = ${id} and b.status = 'running' and b.next_at <= ${now} and ${hasMore}
      and ${obstacle(now)} is null
    for no key update of b skip locked`.execute(tx);
  return rows[0];
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

/** What there is on the lane of a locked broadcast's device; `limit` 0 counts nothing of the last hour. Call it after `lockLane`. */
export async function readLane(
  tx: Tx,
  { id, device_id }: BroadcastRow,
  limit: number,
  now: Date,
): Promise<Lane> {
  const hourAgo = new Date(now.getTime() - HOUR);
  const { rows } = await sql<Lane>`
    select
      lane.running, lane.waiting, own.due, own.ready, own.held, hour.used, hour.oldest
    from (${crowd(sql`${device_id}`, now)}) lane
    cross join (${underWay(sql`${id}`, now)}) own
    cross join (
      select count(*)::int as used, min(at) as oldest
      from (
        (
          select greatest(created_at, not_before) as at from messages
          where device_id = ${device_id} and broadcast_id is not null and body is not null
            and greatest(created_at, not_before) > ${hourAgo}
            and not due and (maybe_written or not held) and (status <> 'failed' or reserved_wa_id is not null)
          order by greatest(created_at, not_before) desc limit ${limit}
        )
        union all
        (
          select ${now}::timestamptz as at from broadcasts b join messages m on m.broadcast_id = b.id
          where b.device_id = ${device_id} and b.status = 'running' and ${isDue} limit ${limit}
        )
        order by at desc limit ${limit}
      ) latest
    ) hour`.execute(tx);
  return rows[0] ?? { running: 1, waiting: 0, due: 0, ready: 0, held: 0, used: 0, oldest: null };
}

/** A message of a broadcast that was kept back. */
export interface HeldMessage extends Stopped {
  phone: string;
  /** A word about it is not waited for any more. */
  is_overdue: boolean;
}

/** The messages of a locked broadcast that were kept back, in their order. */
export async function readHeld(tx: Tx, id: number, now: Date): Promise<HeldMessage[]> {
  const { rows } = await sql<HeldMessage>`
    select id, phone, maybe_written, not_before <= ${now} as is_overdue from messages
    where broadcast_id = ${id} and held order by id for no key update`.execute(tx);
  return rows;
}

/** Lets these messages go on that were kept back. */
export async function releaseHeld(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update messages set due = true, held = false, not_before = greatest(not_before, ${now})
    where id = any (${[...ids]}::bigint[])`.execute(tx);
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

/** A recipient's message; null as its text: it is recorded, and never sent. */
export interface NewMessage {
  place: number;
  phone: string;
  text: string | null;
}

/** Stores the messages of recipients in their order, due at once; answers the ids, by place, of those that are not to be sent. */
export async function insertMessages(
  tx: Tx,
  broadcast: BroadcastRow,
  messages: readonly NewMessage[],
  now: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; place: number }>`
    with inserted as (
      insert into messages (account_id, device_id, direction, type, status, phone, body, due, created_at, broadcast_id, broadcast_place)
      select ${broadcast.account_id}, ${broadcast.device_id}, 'out', 'text', 'queued', m.phone, m.body, m.body is not null, ${now},
        ${broadcast.id}, m.place
      from unnest(
        ${messages.map(({ place }) => place)}::int[], ${messages.map(({ phone }) => phone)}::text[], ${messages.map(({ text }) => text)}::text[]
      ) as m (place, phone, body)
      order by m.place
      returning id, broadcast_place as place, due
    )
    select id, place from inserted where not due`.execute(tx);
  return new Map(rows.map(({ id, place }) => [place, id]));
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
