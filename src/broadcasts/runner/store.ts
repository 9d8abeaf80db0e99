import { sql } from 'kysely';
import type { EngineKind } from '../../engines/engine.ts';
import type { Db, Tx } from '../../lib/db/db.ts';
import type { BroadcastRow } from '../store.ts';

/** Of one look at them; what is left is for the next one. */
const MOST_TALLIES = 10_000;

/** What a broadcast is run with, besides its own row. */
export interface RunningBroadcast extends BroadcastRow {
  engine: EngineKind;
  paired_at: Date | null;
}

/** Begins what is due. */
export async function startDue(db: Db, now: Date): Promise<void> {
  await sql`
    with due as (
      select id from broadcasts where status in ('draft', 'scheduled') and next_at <= ${now}
      order by id for no key update skip locked
    )
    update broadcasts b set status = 'running', started_at = coalesce(b.started_at, ${now}) from due where b.id = due.id`.execute(
    db,
  );
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

/**
 * Running broadcasts with recipients to be claimed now, in their order: accounts take turns, and so do the broadcasts of an account. `seed`
 * decides between those that are due at the same time.
 */
export async function listDue(db: Db, now: Date, seed: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from (
      select id, next_at, lot, row_number() over (partition by account_id order by next_at, lot) as turn
      from (
        select id, account_id, next_at, hashint8extended(id, ${seed}) as lot from broadcasts
        where status = 'running' and next_at <= ${now} and claimed < total_recipients
      ) due
    ) each
    order by turn, next_at, lot limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** When the next broadcast is due that is not due yet. */
export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date | null }>`
    select min(next_at) as next_at from broadcasts
    where status in ('draft', 'scheduled', 'running') and next_at > ${now}`.execute(db);
  return rows[0]?.next_at ?? null;
}

/** The broadcast, if it may go on now and nobody else is at it; locked until the transaction ends. */
export async function lockDue(tx: Tx, id: number, now: Date): Promise<RunningBroadcast | undefined> {
  const { rows } = await sql<RunningBroadcast>`
    select b.*, d.engine, d.paired_at
    from broadcasts b join devices d on d.id = b.device_id join accounts a on a.id = b.account_id
    where b.id = ${id} and b.status = 'running' and b.next_at <= ${now} and b.claimed < b.total_recipients
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
  /** Messages of this broadcast that are not settled. */
  under_way: number;
  /** Messages of all its broadcasts in the last hour, as far as they may have gone out; at most `limit` are counted. */
  used: number;
  /** When the oldest of those that were counted was let go. */
  oldest: Date | null;
}

/** What there is on the lane of a locked broadcast's device; `limit` 0 counts nothing of the last hour. Call it after `lockLane`. */
export async function readLane(tx: Tx, broadcast: BroadcastRow, limit: number, hourAgo: Date): Promise<Lane> {
  const { id, device_id, claimed, sent_count, failed_count } = broadcast;
  const { rows } = await sql<Lane>`
    select
      (select count(*)::int from broadcasts where device_id = ${device_id} and status = 'running') as running,
      ${claimed - sent_count - failed_count}::int
        - (select coalesce(sum(sent + failed), 0)::int from broadcast_tallies where broadcast_id = ${id}) as under_way,
      hour.used, hour.oldest
    from (
      select count(*)::int as used, min(at) as oldest
      from (
        select greatest(created_at, not_before) as at from messages
        where device_id = ${device_id} and broadcast_id is not null and greatest(created_at, not_before) > ${hourAgo}
          and (status <> 'failed' or reserved_wa_id is not null)
        order by greatest(created_at, not_before) desc limit ${limit}
      ) latest
    ) hour`.execute(tx);
  return rows[0] ?? { running: 1, under_way: 0, used: 0, oldest: null };
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

/** Notes on a locked broadcast how many more recipients are claimed, when it goes on, and why it does not when it is to be paused. */
export async function advance(
  tx: Tx,
  id: number,
  step: { claimed: number; next_at: Date; pause?: string | undefined },
): Promise<void> {
  await tx
    .updateTable('broadcasts')
    .set((row) => ({
      claimed: row('claimed', '+', step.claimed),
      next_at: step.next_at,
      ...(step.pause !== undefined && { status: 'paused' as const, reason: step.pause }),
    }))
    .where('id', '=', id)
    .execute();
}
