import type pg from 'pg';
import type { Interactive } from '../../engines/engine.ts';
import type { MessageType } from '../../engines/kinds.ts';
import type { Db } from '../../lib/db/db.ts';
import type { MessageStatus } from '../schema.ts';

/**
 * Locks messages by their ids, in one order for all, and only then looks at what they are. A condition on `due` beside the ids would let the
 * planner read the index of all that is due instead, which it believes to be next to empty whenever statistics were gathered in a quiet hour.
 */
const lockById = (ids: string) => `
  locked as materialized (
    select id, device_id, due, held, maybe_written, reserved_wa_id from messages where id = any (${ids}::bigint[]) order by id for update
  )`;

/** What a send carries. */
export interface MessageContent {
  phone: string;
  type: MessageType;
  body: string | null;
  media_url: string | null;
  interactive: Interactive | null;
  prepared: Uint8Array | null;
}

export interface ClaimedMessage extends MessageContent {
  id: number;
  device_id: number;
  reserved_wa_id: string;
  attempts: number;
  /** Whether an earlier attempt may have written it. */
  maybe_written: boolean;
  /** Of the lease under which it was claimed. */
  epoch: number;
}

/** A device that has room for so many messages; with `only_ready`, for none that have to be prepared, nor to the recipients of such ones. */
export interface DeviceRoom {
  device_id: number;
  epoch: number;
  room: number;
  only_ready: boolean;
}

/** What a node asks for. */
export interface DueQuery {
  nodeId: string;
  devices: readonly DeviceRoom[];
  /** The types that have to be prepared before they are sent. */
  preparedTypes: readonly MessageType[];
  /** Messages that the node has already. */
  inHand: readonly number[];
  /** Provider ids for messages that carry none yet; no more messages are handed out than there are. */
  freshIds: readonly string[];
  now: Date;
}

/**
 * Hands due messages of these devices to their owner, device by device in their order, oldest first, at most `room` of each; and commits the
 * provider id that each of them is going to carry: a fresh one, unless an earlier attempt has chosen already. A device under another epoch
 * yields nothing. What is ready to go counts as written from now on, until `deferMessages` says otherwise. A message of a broadcast leaves now,
 * for its throttle.
 */
export function claimDue(pool: Pick<pg.Pool, 'query'>, query: DueQuery): Promise<ClaimedMessage[]> {
  return handOut(pool, CLAIM_DUE, query);
}

/**
 * As `claimDue`, for an engine that marks each message before it writes it (`markWritten`): nothing is committed, for the mark commits the
 * provider id too. Only what has to be prepared gets it now, because it may be refused before it is marked. Messages that may have been written
 * are left to the provider's word.
 */
export function lookDue(pool: Pick<pg.Pool, 'query'>, query: DueQuery): Promise<ClaimedMessage[]> {
  return handOut(pool, LOOK_DUE, query);
}

async function handOut(
  pool: Pick<pg.Pool, 'query'>,
  text: string,
  { nodeId, devices, preparedTypes, inHand, freshIds, now }: DueQuery,
): Promise<ClaimedMessage[]> {
  const { rows } = await pool.query<ClaimedMessage>({
    // Planned each time: a plan kept from a small table reads all of a large one, and only a list that is known is hashed.
    text,
    values: [
      nodeId,
      devices.map((device) => device.device_id),
      devices.map((device) => device.epoch),
      devices.map((device) => device.room),
      devices.map((device) => device.only_ready),
      // Written out: the client would quote each of what may be thousands.
      `{${inHand.join(',')}}`,
      freshIds,
      now,
      preparedTypes,
    ],
  });
  return rows.sort((a, b) => a.id - b.id);
}

/** Ids of due messages, with their place among the fresh ids; `which` and `lock` are those of the kind of engine. */
const dueMessages = (which: string, lock: string) => `
  held as materialized (
    select l.device_id, l.epoch, h.room, h.only_ready
    from unnest($2::bigint[], $3::bigint[], $4::int[], $5::bool[]) with ordinality as h (device_id, epoch, room, only_ready, place)
    join device_leases l on l.device_id = h.device_id and l.epoch = h.epoch and l.node_id = $1
    order by h.place
  ), due as materialized (
    select m.id, m.maybe_written, h.epoch, row_number() over () as place
    from held h cross join lateral (
      select id, maybe_written from messages
      where device_id = h.device_id and due and not_before <= $8 and id <> all ($6::bigint[]) ${which}
        and (not h.only_ready or (
          (prepared is not null or type <> all ($9::text[]))
          and phone <> all (array(
            select distinct f.phone from messages f
            where f.device_id = h.device_id and f.due and f.prepared is null and f.type = any ($9::text[])
          ))
        ))
      order by id limit h.room ${lock}
    ) m
    limit cardinality($7::text[])
  )`;

const CLAIM_DUE = `
  with ${dueMessages('', 'for update skip locked')}
  update messages m set
    reserved_wa_id = coalesce(m.reserved_wa_id, ($7::text[])[due.place]),
    maybe_written = m.maybe_written or m.prepared is not null or m.type <> all ($9::text[]),
    not_before = case when m.broadcast_id is null then m.not_before else $8 end
  from due where m.id = due.id
  returning m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.prepared, m.reserved_wa_id, m.attempts,
    due.maybe_written, due.epoch`;

const LOOK_DUE = `
  with ${dueMessages('and not maybe_written', '')}, reserved as (
    update messages m set reserved_wa_id = ($7::text[])[due.place]
    from due where m.id = due.id and m.reserved_wa_id is null and m.prepared is null and m.type = any ($9::text[])
  )
  select m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.prepared,
    coalesce(m.reserved_wa_id, ($7::text[])[due.place]) as reserved_wa_id, m.attempts, due.maybe_written, due.epoch
  from due join messages m on m.id = due.id`;

export interface PreparedContent {
  id: number;
  prepared: Uint8Array;
}

/**
 * Keeps what an engine has made of messages, and answers with what is kept: an earlier content stays. A message that is settled meanwhile is
 * left out. With `sendsNext` they count as written from now on, as what `claimDue` hands out ready to go.
 */
export async function savePrepared(
  pool: Pick<pg.Pool, 'query'>,
  rows: readonly PreparedContent[],
  sendsNext: boolean,
): Promise<PreparedContent[]> {
  const saved = await pool.query<PreparedContent>({
    // Planned each time: a plan kept from a small table reads all of a large one.
    text: SAVE_PREPARED,
    values: [rows.map((row) => row.id), rows.map((row) => Buffer.from(row.prepared)), sendsNext],
  });
  return saved.rows;
}

const SAVE_PREPARED = `
  with ${lockById('$1')}
  update messages m set prepared = coalesce(m.prepared, p.prepared), maybe_written = m.maybe_written or $3
  from locked join unnest($1::bigint[], $2::bytea[]) as p (id, prepared) on p.id = locked.id
  where m.id = locked.id and locked.due
  returning m.id, m.prepared`;

/** A message that is about to be written under a provider id, with the lease under which that happens. */
export interface Mark {
  id: number;
  reserved_wa_id: string;
  device_id: number;
  epoch: number;
}

/**
 * Notes that these messages may have been written from now on, under which ids, and that the provider's word is waited for until then. Answers
 * those for which it was not noted before: they are the caller's to send, and nobody else's.
 */
export async function markWritten(
  pool: Pick<pg.Pool, 'query'>,
  nodeId: string,
  marks: readonly Mark[],
  until: Date,
): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>({
    // Planned each time: a plan kept from a small table reads all of a large one.
    text: MARK_WRITTEN,
    values: [
      nodeId,
      marks.map((mark) => mark.id),
      marks.map((mark) => mark.device_id),
      marks.map((mark) => mark.epoch),
      until,
      marks.map((mark) => mark.reserved_wa_id),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

const MARK_WRITTEN = `
  with ${lockById('$2')}
  update messages m set maybe_written = true, reserved_wa_id = w.reserved_wa_id, not_before = $5
  from locked
    join unnest($2::bigint[], $3::bigint[], $4::bigint[], $6::text[]) as w (id, device_id, epoch, reserved_wa_id) on w.id = locked.id
    join device_leases l on l.device_id = w.device_id and l.epoch = w.epoch and l.node_id = $1
  where m.id = locked.id and locked.due and not locked.maybe_written
    and (locked.reserved_wa_id is null or locked.reserved_wa_id = w.reserved_wa_id)
  returning m.id`;

/** A message that is to be tried again, not before a time. */
export interface Deferral {
  id: number;
  not_before: Date;
  /** Whether this was one of the attempts that are limited. */
  counted: boolean;
  /** What was noted before gives way to it, while nobody else can have written the message. */
  maybe_written: boolean;
  /** Of the lease under which it was in hand; null when a mark keeps everybody else from it. */
  epoch: number | null;
}

/** Puts messages off; those that are settled meanwhile stay as they are, and those that are held back remain so. */
export async function deferMessages(pool: Pick<pg.Pool, 'query'>, rows: readonly Deferral[]): Promise<void> {
  await pool.query({
    // Planned each time: a plan kept from a small table reads all of a large one.
    text: DEFER_MESSAGES,
    values: [
      rows.map((row) => row.id),
      rows.map((row) => row.not_before),
      rows.map((row) => row.counted),
      rows.map((row) => row.maybe_written),
      rows.map((row) => row.epoch),
    ],
  });
}

const DEFER_MESSAGES = `
  with ${lockById('$1')}
  update messages m set
    not_before = d.not_before,
    attempts = m.attempts + d.counted::int,
    maybe_written = d.maybe_written or m.maybe_written and d.epoch is not null and d.epoch <> l.epoch
  from locked
    join unnest($1::bigint[], $2::timestamptz[], $3::bool[], $4::bool[], $5::bigint[])
      as d (id, not_before, counted, maybe_written, epoch) on d.id = locked.id
    join device_leases l on l.device_id = locked.device_id
  where m.id = locked.id and (locked.due or locked.held)`;

/** The statuses of these messages. */
export async function findStatuses(
  pool: Pick<pg.Pool, 'query'>,
  ids: readonly number[],
): Promise<Map<number, MessageStatus>> {
  const { rows } = await pool.query<{ id: number; status: MessageStatus }>({
    name: 'find-statuses',
    text: 'select id, status from messages where id = any ($1::bigint[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** The message that was written under this provider id. */
export async function findSent(
  db: Db,
  deviceId: number,
  waMessageId: string,
): Promise<MessageContent | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['phone', 'type', 'body', 'media_url', 'interactive', 'prepared'])
    .where('device_id', '=', deviceId)
    .where('reserved_wa_id', '=', waMessageId)
    .executeTakeFirst();
  // Type and choices were checked when the message was accepted.
  return row as MessageContent | undefined;
}
