import type pg from 'pg';

/**
 * What the database saw, in the transactions that did it. `snapshot` says which transactions had committed before,
 * which no clock of a process can say.
 */
export interface OwnershipRecord {
  /** Automation messages that were marked after the commit of a move that makes them stale. */
  markedLate(): Promise<{ row_id: number; text: string; version: number }[]>;
  /** For each move: the older messages of the automation that were under way. */
  losses(): Promise<Loss[]>;
  /** Every change of an owner, in the order of the versions. */
  moves(): Promise<OwnerMove[]>;
  /** Open conversations that show no waiting customer, although the last message of the customer has no answer. */
  silent(ids: readonly number[]): Promise<{ id: number; owner_state: string }[]>;
}

export interface Loss {
  conversation_id: number;
  version: number;
  /** As the timeline says. Null for a move by a message of the customer. */
  actor: string | null;
  /** Public ids of messages that were marked before, and had no end when the move committed. */
  ended_later: number[];
  /** Those and messages whose end came while the move was in progress. */
  may_be_under_way: number[];
}

export interface OwnerMove {
  conversation_id: number;
  from_state: string;
  to_state: string;
  from_version: number;
  version: number;
  reason: string;
  /** In the database clock, before the commit. */
  was_waiting: boolean;
  was_automated: boolean;
  was_suppressed: boolean;
}

const RECORD = `
  create table owner_record (
    id bigserial primary key,
    kind text not null,
    row_id bigint not null,
    conversation_id bigint,
    xid xid8 not null default pg_current_xact_id(),
    snapshot pg_snapshot not null default pg_current_snapshot(),
    version int,
    facts jsonb not null default '{}'
  );
  create function record_bot_message() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into owner_record (kind, row_id, conversation_id, version)
      values ('queued', new.id, new.conversation_id, new.ownership_version);
      return null;
    end if;
    if new.maybe_written and not old.maybe_written then
      insert into owner_record (kind, row_id, conversation_id, version)
      values ('marked', new.id, new.conversation_id, new.ownership_version);
    end if;
    if old.due and not new.due then
      insert into owner_record (kind, row_id, conversation_id, version, facts)
      values ('ended', new.id, new.conversation_id, new.ownership_version,
        jsonb_build_object('status', new.status, 'error_code', new.error_code, 'public_id', new.public_id));
    end if;
    return null;
  end $$;
  create trigger record_bot_message after insert or update on messages
    for each row when (new.source = 'bot') execute function record_bot_message();
  create function record_owner() returns trigger language plpgsql as $$
  begin
    if new.unread > old.unread then
      insert into owner_record (kind, row_id, conversation_id)
      select 'heard', max(id), new.id from messages
      where device_id = (select device_id from channels where id = new.channel_id) and phone = new.phone
        and length(phone) <= 512 and direction = 'in';
    end if;
    if new.ownership_version = old.ownership_version and new.owner_state = old.owner_state then
      return null;
    end if;
    insert into owner_record (kind, row_id, conversation_id, version, facts)
    values ('moved', new.id, new.id, new.ownership_version, jsonb_build_object(
      'from_state', old.owner_state, 'to_state', new.owner_state, 'from_version', old.ownership_version,
      'reason', new.owner_reason, 'was_waiting', old.waiting_since is not null,
      'was_automated', (select automated from channels where id = new.channel_id),
      'was_suppressed', new.automation_suppressed));
    return null;
  end $$;
  create trigger record_owner after update on conversations for each row execute function record_owner()`;

// The lock of the conversation puts these rows in the order of their commits. A message that failed is no answer.
const SILENT = `
  select c.id::int, c.owner_state from conversations c
  cross join lateral (
    select h.id, h.row_id from owner_record h where h.conversation_id = c.id and h.kind = 'heard'
    order by h.id desc limit 1
  ) heard
  where c.id = any ($1) and c.waiting_since is null and c.owner_state <> 'closed' and not exists (
    select from owner_record a left join messages m on m.id = a.row_id and a.kind = 'queued'
    where a.conversation_id = c.id and a.id > heard.id
      and (a.kind = 'queued' and m.status <> 'failed' or a.kind = 'moved' and a.facts ->> 'to_state' = 'closed')
  ) and not exists (
    select from messages m where m.conversation_id = c.id and m.source in ('phone', 'staff') and m.id > heard.row_id
  )`;

// A hand-off by the automation itself renews the version of its messages, so they are not stale.
const MARKED_LATE = `
  select k.row_id::int, m.body as text, v.version
  from owner_record k
  join owner_record v on v.kind = 'moved' and v.conversation_id = k.conversation_id and v.version > k.version
    and pg_visible_in_snapshot(v.xid, k.snapshot)
  join messages m on m.id = k.row_id
  where k.kind = 'marked'`;

const LOSSES = `
  select v.conversation_id::int, v.version,
    (select actor from conversation_events t where t.conversation_id = v.conversation_id
       and (t.details ->> 'ownership_version')::int = v.version) as actor,
    coalesce(jsonb_agg((e.facts ->> 'public_id')::int) filter (where pg_visible_in_snapshot(v.xid, e.snapshot)), '[]')
      as ended_later,
    coalesce(jsonb_agg((e.facts ->> 'public_id')::int) filter (where e.id is not null), '[]') as may_be_under_way
  from owner_record v
  left join owner_record e on e.kind = 'ended' and e.conversation_id = v.conversation_id and e.version < v.version
    and not pg_visible_in_snapshot(e.xid, v.snapshot) and e.xid <> v.xid
    and exists (select from owner_record k where k.kind = 'marked' and k.row_id = e.row_id and k.id < e.id)
  where v.kind = 'moved'
  group by v.id, v.conversation_id, v.version`;

const MOVES = `
  select conversation_id::int, version, facts from owner_record where kind = 'moved' order by conversation_id, version`;

/** Records from now on. */
export async function openRecord(pool: pg.Pool): Promise<OwnershipRecord> {
  await pool.query(RECORD);
  return {
    markedLate: async () => (await pool.query(MARKED_LATE)).rows,
    silent: async (ids) => (await pool.query(SILENT, [ids])).rows,
    losses: async () => (await pool.query(LOSSES)).rows,
    moves: async () =>
      (await pool.query(MOVES)).rows.map(({ conversation_id, version, facts }) => ({
        ...{ conversation_id, version },
        ...facts,
      })),
  };
}
