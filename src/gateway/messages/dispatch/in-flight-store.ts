import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { KeptReason } from '../../engines/engine.ts';
import { hasPresentOwner } from '../queue/owner-checks.ts';
import type { MessageStatus } from '../schema.ts';
import type { ClaimedMessage, MessageContent } from './claim-store.ts';

/** Ids alone, in one order: a condition on `due` would replace the index. */
const lockByIds = `
  locked as materialized (
    select id, account_id, device_id, due, held, not_before, maybe_written, reserved_wa_id, source, conversation_id,
      ownership_version
    from messages
    where id = any (:ids::bigint[]) order by id for update
  )`;

export interface PreparedContent {
  id: number;
  prepared: Uint8Array;
}

/** With the reserved id of its claim. */
export type NewContent = PreparedContent & { reserved_wa_id: string };

const SAVE_PREPARED = statement<
  {
    ids: readonly number[];
    reservedIds: readonly string[];
    contents: readonly Buffer[];
    sendsNext: boolean;
  },
  PreparedContent
>(
  'dispatch.save_prepared',
  `with ${lockByIds}
  update messages m set prepared = coalesce(m.prepared, p.prepared), maybe_written = m.maybe_written or :sendsNext
  from locked join unnest(:ids::bigint[], :reservedIds::text[], :contents::bytea[]) as p (id, reserved_wa_id, prepared)
    on p.id = locked.id and p.reserved_wa_id = locked.reserved_wa_id
  where m.id = locked.id and locked.due and ${hasPresentOwner('locked')}
  returning m.id, m.prepared`,
);

/**
 * Keeps an earlier content, and returns it. Omits settled and edited messages. With `sendsNext` the messages count as
 * written.
 */
export function savePrepared(
  db: Queryable,
  rows: readonly NewContent[],
  sendsNext: boolean,
): Promise<PreparedContent[]> {
  return SAVE_PREPARED.all(db, {
    ids: rows.map((row) => row.id),
    reservedIds: rows.map((row) => row.reserved_wa_id),
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

interface MarkParams {
  nodeId: string;
  ids: readonly number[];
  deviceIds: readonly number[];
  epochs: readonly number[];
  reservedIds: readonly string[];
  until: Date;
}

/** `which`: narrows the due messages of leased devices of active accounts, none possibly written. */
const markSql = (which: string, columns: string) => `
  with ${lockByIds}
  update messages m set maybe_written = true, reserved_wa_id = w.reserved_wa_id, not_before = :until,
    evidence_at = null
  from locked
    join unnest(:ids::bigint[], :deviceIds::bigint[], :epochs::bigint[], :reservedIds::text[])
      as w (id, device_id, epoch, reserved_wa_id) on w.id = locked.id and w.device_id = locked.device_id
    join device_leases l on l.device_id = w.device_id and l.epoch = w.epoch and l.node_id = :nodeId
  where m.id = locked.id and locked.due and not locked.maybe_written
    and (select status from accounts where id = locked.account_id) = 'active' and ${which}
  returning ${columns}`;

const paramsOf = (nodeId: string, marks: readonly Mark[], until: Date): MarkParams => ({
  nodeId,
  ids: marks.map((mark) => mark.id),
  deviceIds: marks.map((mark) => mark.device_id),
  epochs: marks.map((mark) => mark.epoch),
  reservedIds: marks.map((mark) => mark.reserved_wa_id),
  until,
});

const MARK_WRITTEN = statement<MarkParams, { id: number }>(
  'dispatch.mark_written',
  markSql(
    `(locked.reserved_wa_id is null or locked.reserved_wa_id = w.reserved_wa_id) and ${hasPresentOwner('locked')}`,
    'm.id',
  ),
);

/** A status is awaited until `until`. Returns the newly marked ids: only this caller sends them. */
export async function markWritten(
  db: Queryable,
  nodeId: string,
  marks: readonly Mark[],
  until: Date,
): Promise<Set<number>> {
  const rows = await MARK_WRITTEN.all(db, paramsOf(nodeId, marks, until));
  return new Set(rows.map(({ id }) => id));
}

// An older message may be due without a wake-up: of another process, or after its wait.
const TAKE_HANDED = statement<MarkParams & { now: Date }, ClaimedMessage>(
  'dispatch.take_handed',
  markSql(
    `locked.reserved_wa_id is null and locked.not_before <= :now and locked.source is distinct from 'bot'
    and m.id in (
      select min(id) from messages
      where device_id = any (:deviceIds::bigint[]) and due and not maybe_written and not_before <= :now
      group by device_id, phone
    )`,
    `m.id, m.device_id, m.phone, m.type, m.body, m.media_url, m.interactive, m.details, m.prepared,
    m.reserved_wa_id, m.attempts, false as maybe_written, w.epoch, false as is_bot`,
  ),
);

/** Claims and marks new messages that leave at once, each the first of its recipient. Omits all others. */
export async function takeHanded(
  db: Queryable,
  { nodeId, marks, now, until }: { nodeId: string; marks: readonly Mark[]; now: Date; until: Date },
): Promise<ClaimedMessage[]> {
  const rows = await TAKE_HANDED.all(db, { ...paramsOf(nodeId, marks, until), now });
  return rows.sort((a, b) => a.id - b.id);
}

/** The silence after earlier evidence starts now. */
export const noteCallEnds = statement<{ ids: readonly number[]; now: Date }>(
  'dispatch.note_call_ends',
  `with locked as materialized (
    select id, due, maybe_written from messages where id = any (:ids::bigint[]) order by id for update
  )
  update messages m set evidence_at = :now from locked
  where m.id = locked.id and locked.due and locked.maybe_written and m.evidence_at < :now`,
).run;

export interface Deferral {
  id: number;
  not_before: Date;
  counted: boolean;
  /** Applies unless another process may have written the message. */
  maybe_written: boolean;
  /** Null: a mark keeps other processes from the message. */
  epoch: number | null;
}

/**
 * `owner_wrote`: the lease changed since the claim, and the message is marked. The device's new owner may have written
 * it, so mark and later time stay.
 */
const DEFER_MESSAGES = statement<{
  ids: readonly number[];
  notBefores: readonly Date[];
  counted: readonly boolean[];
  written: readonly boolean[];
  epochs: readonly (number | null)[];
}>(
  'dispatch.defer',
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

export interface KeptMessage {
  id: number;
  provider_id: string;
  keptReason: KeptReason;
}

const KEEP_MESSAGES = statement<{
  ids: readonly number[];
  providerIds: readonly string[];
  reasons: readonly KeptReason[];
  until: Date;
}>(
  'dispatch.keep',
  `with ${lockByIds}
  update messages m set due = false, held = false, maybe_written = true, kept_reason = k.reason, not_before = :until,
    wa_message_id = k.provider_id
  from locked
    join unnest(:ids::bigint[], :providerIds::text[], :reasons::text[]) as k (id, provider_id, reason)
      on k.id = locked.id
  where m.id = locked.id and (locked.due or locked.held)`,
);

/**
 * No process sends these again: the provider may still do so. A status settles them, at the latest `until`. A status
 * that was faster has settled them already.
 */
export async function keepMessages(db: Queryable, rows: readonly KeptMessage[], until: Date): Promise<void> {
  await KEEP_MESSAGES.run(db, {
    ids: rows.map((row) => row.id),
    providerIds: rows.map((row) => row.provider_id),
    reasons: rows.map((row) => row.keptReason),
    until,
  });
}

const FIND_STATUSES = statement<{ ids: readonly number[] }, { id: number; status: MessageStatus }>(
  'dispatch.find_statuses',
  'select id, status from messages where id = any (:ids::bigint[])',
);

export async function findStatuses(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, MessageStatus>> {
  const rows = await FIND_STATUSES.all(db, { ids });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

export const findSent = statement<{ deviceId: number; reservedId: string }, MessageContent>(
  'dispatch.find_sent',
  `select phone, type, body, media_url, interactive, details, prepared from messages
   where device_id = :deviceId and reserved_wa_id = :reservedId and source is distinct from 'phone'`,
).first;
