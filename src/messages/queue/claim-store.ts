import type { Interactive } from '../../engines/engine.ts';
import type { MessageType } from '../../engines/kinds.ts';
import { type Queryable, statement } from '../../lib/db/statement.ts';
import type { MessageStatus } from '../schema.ts';

/** Locks by ids alone, in one order. A condition on `due` here would replace the index. */
const lockByIds = `
  locked as materialized (
    select id, device_id, due, held, maybe_written, reserved_wa_id from messages
    where id = any (:ids::bigint[]) order by id for update
  )`;

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
  /** An earlier attempt may have been written. */
  maybe_written: boolean;
  /** The epoch of the claim. */
  epoch: number;
}

/** `only_ready` excludes messages with a file, and later messages to their recipients. */
export interface DeviceRoom {
  device_id: number;
  epoch: number;
  room: number;
  only_ready: boolean;
}

export interface DueQuery {
  nodeId: string;
  devices: readonly DeviceRoom[];
  preparedTypes: readonly MessageType[];
  /** Messages that are in flight on the node. */
  inHand: readonly number[];
  /** Provider ids for messages without one. Their number limits the answer. */
  freshIds: readonly string[];
  now: Date;
}

interface DueParams {
  nodeId: string;
  deviceIds: readonly number[];
  epochs: readonly number[];
  rooms: readonly number[];
  onlyReady: readonly boolean[];
  preparedTypes: readonly MessageType[];
  inFlight: string;
  freshIds: readonly string[];
  now: Date;
}

/** The position selects a fresh id. */
const dueMessages = (which: string, lock: string) => `
  leased as materialized (
    select l.device_id, l.epoch, r.room, r.only_ready
    from unnest(:deviceIds::bigint[], :epochs::bigint[], :rooms::int[], :onlyReady::bool[])
      with ordinality as r (device_id, epoch, room, only_ready, position)
    cross join lateral (
      select device_id, epoch from device_leases
      where device_id = r.device_id and epoch = r.epoch and node_id = :nodeId offset 0
    ) l
    order by r.position
  ), due as materialized (
    select m.id, m.maybe_written, r.epoch, row_number() over () as position
    from leased r cross join lateral (
      select id, maybe_written from messages
      -- A subquery is hashed once. An array is compared item by item.
      where device_id = r.device_id and due and not_before <= :now
        and id not in (select unnest(:inFlight::bigint[])) ${which}
        and (not r.only_ready or (
          (prepared is not null or type <> all (:preparedTypes::text[]))
          and phone <> all (array(
            select distinct f.phone from messages f
            where f.device_id = r.device_id and f.due and f.prepared is null and f.type = any (:preparedTypes::text[])
          ))
        ))
      order by id limit r.room ${lock}
    ) m
    limit cardinality(:freshIds::text[])
  )`;

const CLAIM_DUE = statement<DueParams, ClaimedMessage>(
  'queue.claim_due',
  `with ${dueMessages('', 'for update skip locked')}
  update messages m set
    reserved_wa_id = coalesce(m.reserved_wa_id, (:freshIds::text[])[due.position]),
    maybe_written = m.maybe_written or m.prepared is not null or m.type <> all (:preparedTypes::text[]),
    not_before = case when m.broadcast_id is null then m.not_before else :now end
  from due where m.id = due.id
  returning m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.prepared, m.reserved_wa_id,
    m.attempts, due.maybe_written, due.epoch`,
);

const LOOK_DUE = statement<DueParams, ClaimedMessage>(
  'queue.look_due',
  `with ${dueMessages('and not maybe_written', '')}, reserved as (
    update messages m set reserved_wa_id = (:freshIds::text[])[due.position]
    from due
    where m.id = due.id and m.reserved_wa_id is null and m.prepared is null and m.type = any (:preparedTypes::text[])
  )
  select m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.prepared,
    coalesce(m.reserved_wa_id, (:freshIds::text[])[due.position]) as reserved_wa_id, m.attempts, due.maybe_written,
    due.epoch
  from due join messages m on m.id = due.id`,
);

/**
 * Claims due messages of leased devices, oldest first, at most `room` per device, and commits their provider
 * ids. Ready messages count as written until `deferMessages`. A message of a broadcast counts for its
 * throttle now.
 */
export function claimDue(db: Queryable, query: DueQuery): Promise<ClaimedMessage[]> {
  return fetchDue(db, CLAIM_DUE, query);
}

/**
 * For an at-most-once engine. `markWritten` commits the provider id. Only messages with a file get it here,
 * because they may fail before. Possibly written messages are omitted.
 */
export function lookDue(db: Queryable, query: DueQuery): Promise<ClaimedMessage[]> {
  return fetchDue(db, LOOK_DUE, query);
}

async function fetchDue(
  db: Queryable,
  claim: typeof CLAIM_DUE,
  { nodeId, devices, preparedTypes, inHand, freshIds, now }: DueQuery,
): Promise<ClaimedMessage[]> {
  const rows = await claim.all(db, {
    nodeId,
    deviceIds: devices.map((device) => device.device_id),
    epochs: devices.map((device) => device.epoch),
    rooms: devices.map((device) => device.room),
    onlyReady: devices.map((device) => device.only_ready),
    preparedTypes,
    // A literal, because the driver would quote each of thousands of ids.
    inFlight: `{${inHand.join(',')}}`,
    freshIds,
    now,
  });
  return rows.sort((a, b) => a.id - b.id);
}

export interface PreparedContent {
  id: number;
  prepared: Uint8Array;
}

const SAVE_PREPARED = statement<
  { ids: readonly number[]; contents: readonly Buffer[]; sendsNext: boolean },
  PreparedContent
>(
  'queue.save_prepared',
  `with ${lockByIds}
  update messages m set prepared = coalesce(m.prepared, p.prepared), maybe_written = m.maybe_written or :sendsNext
  from locked join unnest(:ids::bigint[], :contents::bytea[]) as p (id, prepared) on p.id = locked.id
  where m.id = locked.id and locked.due
  returning m.id, m.prepared`,
);

/**
 * Keeps an earlier content, and returns the kept one. Omits settled messages. With `sendsNext` the messages
 * count as written.
 */
export function savePrepared(
  db: Queryable,
  rows: readonly PreparedContent[],
  sendsNext: boolean,
): Promise<PreparedContent[]> {
  return SAVE_PREPARED.all(db, {
    ids: rows.map((row) => row.id),
    contents: rows.map((row) => Buffer.from(row.prepared)),
    sendsNext,
  });
}

export interface Mark {
  id: number;
  reserved_wa_id: string;
  device_id: number;
  epoch: number;
}

const MARK_WRITTEN = statement<
  {
    nodeId: string;
    ids: readonly number[];
    deviceIds: readonly number[];
    epochs: readonly number[];
    reservedIds: readonly string[];
    until: Date;
  },
  { id: number }
>(
  'queue.mark_written',
  `with ${lockByIds}
  update messages m set maybe_written = true, reserved_wa_id = w.reserved_wa_id, not_before = :until
  from locked
    join unnest(:ids::bigint[], :deviceIds::bigint[], :epochs::bigint[], :reservedIds::text[])
      as w (id, device_id, epoch, reserved_wa_id) on w.id = locked.id
    join device_leases l on l.device_id = w.device_id and l.epoch = w.epoch and l.node_id = :nodeId
  where m.id = locked.id and locked.due and not locked.maybe_written
    and (locked.reserved_wa_id is null or locked.reserved_wa_id = w.reserved_wa_id)
  returning m.id`,
);

/**
 * Marks messages as possibly written, with a status awaited until `until`. Returns the newly marked ids: only
 * this caller sends them.
 */
export async function markWritten(
  db: Queryable,
  nodeId: string,
  marks: readonly Mark[],
  until: Date,
): Promise<Set<number>> {
  const rows = await MARK_WRITTEN.all(db, {
    nodeId,
    ids: marks.map((mark) => mark.id),
    deviceIds: marks.map((mark) => mark.device_id),
    epochs: marks.map((mark) => mark.epoch),
    reservedIds: marks.map((mark) => mark.reserved_wa_id),
    until,
  });
  return new Set(rows.map(({ id }) => id));
}

export interface Deferral {
  id: number;
  not_before: Date;
  /** The attempt counts towards the limit. */
  counted: boolean;
  /** Applies unless another process may have written the message. */
  maybe_written: boolean;
  /** Null: a mark keeps other processes from the message. */
  epoch: number | null;
}

const DEFER_MESSAGES = statement<{
  ids: readonly number[];
  notBefores: readonly Date[];
  counted: readonly boolean[];
  written: readonly boolean[];
  epochs: readonly (number | null)[];
}>(
  'queue.defer',
  `with ${lockByIds}
  update messages m set
    not_before = case when later.owner_wrote then greatest(m.not_before, d.not_before) else d.not_before end,
    attempts = m.attempts + d.counted::int,
    maybe_written = d.maybe_written or later.owner_wrote
  from locked
    join unnest(:ids::bigint[], :notBefores::timestamptz[], :counted::bool[], :written::bool[], :epochs::bigint[])
      as d (id, not_before, counted, maybe_written, epoch) on d.id = locked.id
    join device_leases l on l.device_id = locked.device_id
    cross join lateral (
      select locked.maybe_written and d.epoch is not null and d.epoch <> l.epoch as owner_wrote
    ) later
  where m.id = locked.id and (locked.due or locked.held)`,
);

/** Settled messages stay settled, and suspended ones suspended. */
export async function deferMessages(db: Queryable, rows: readonly Deferral[]): Promise<void> {
  await DEFER_MESSAGES.run(db, {
    ids: rows.map((row) => row.id),
    notBefores: rows.map((row) => row.not_before),
    counted: rows.map((row) => row.counted),
    written: rows.map((row) => row.maybe_written),
    epochs: rows.map((row) => row.epoch),
  });
}

const FIND_STATUSES = statement<{ ids: readonly number[] }, { id: number; status: MessageStatus }>(
  'queue.find_statuses',
  'select id, status from messages where id = any (:ids::bigint[])',
);

export async function findStatuses(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, MessageStatus>> {
  const rows = await FIND_STATUSES.all(db, { ids });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

const FIND_SENT = statement<{ deviceId: number; reservedId: string }, MessageContent>(
  'queue.find_sent',
  `select phone, type, body, media_url, interactive, prepared from messages
   where device_id = :deviceId and reserved_wa_id = :reservedId`,
);

export function findSent(
  db: Queryable,
  deviceId: number,
  waMessageId: string,
): Promise<MessageContent | undefined> {
  return FIND_SENT.first(db, { deviceId, reservedId: waMessageId });
}
