import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../../lib/db/db.ts';
import { nobodyListens } from '../../lib/db/outbox.ts';
import type { MessageStatus } from '../schema.ts';

export interface StatusChange {
  device_id: number;
  /** Ours, reserved before the send; or, in a change by `provider_id` alone, null. */
  wa_message_id: string | null;
  /** The provider's own id, when it is another one; it becomes the message's. */
  provider_id?: string | null;
  status: Exclude<MessageStatus, 'queued'>;
  error_code: string | null;
  error_message: string | null;
  /** The message never reached the provider: its unit of quota is given back. */
  refund: boolean;
}

/**
 * Moves messages forward and writes their events, in one statement. Ranks only rise; each skipped rank is announced too, lowest first;
 * `failed` is entered from queued or sent only. Changes that do not apply are ignored. One change per message.
 */
export async function moveStatuses(
  pool: Pick<pg.Pool, 'query'>,
  changes: readonly StatusChange[],
  now: Date,
): Promise<void> {
  // Without a name it is planned each time: a plan kept from a small table reads all of a large one.
  await pool.query({
    text: MOVE_STATUSES,
    values: [
      changes.map((change) => change.device_id),
      changes.map((change) => change.wa_message_id),
      changes.map((change) => change.status),
      changes.map((change) => change.error_code),
      changes.map((change) => change.error_message),
      changes.map((change) => change.refund),
      now,
      changes.map((change) => change.provider_id ?? null),
    ],
  });
}

const RANK = (status: string) => `array_position(array['queued', 'sent', 'delivered', 'read'], ${status})`;

/**
 * Shared by all ways to change a status. `now` is the parameter that holds the time; `before` has id, previous, to_status, error_code,
 * error_message, refund and provider_id. What it means for the counts of a broadcast is noted beside them, so that nobody waits for its row.
 */
const moveAndAnnounce = (now: '$3' | '$7') => `
  moved as (
    update messages m set
      status = b.to_status,
      due = false,
      held = false,
      wa_message_id = case when b.to_status = 'failed' then coalesce(m.wa_message_id, b.provider_id) else coalesce(m.wa_message_id, b.provider_id, m.reserved_wa_id) end,
      error_code = b.error_code,
      error_message = b.error_message
    from before b where m.id = b.id
    returning m.id, m.account_id, m.device_id, m.phone, m.wa_message_id, m.created_at, m.broadcast_id, b.previous, b.to_status,
      b.error_code, b.error_message, b.refund
  ), tallied as (
    insert into broadcast_tallies (broadcast_id, sent, failed)
    select broadcast_id, sent, failed
    from (
      select broadcast_id,
        count(*) filter (where to_status <> 'failed' and previous = 'queued')
          - count(*) filter (where to_status = 'failed' and previous <> 'queued') as sent,
        count(*) filter (where to_status = 'failed') as failed
      from moved where broadcast_id is not null group by broadcast_id
    ) t
    where sent <> 0 or failed <> 0
  ), refunded as (
    update usage_months u set messages_sent = greatest(0, u.messages_sent - r.messages)
    from (
      select account_id, to_char(created_at at time zone 'UTC', 'YYYY-MM') as period, count(*) as messages
      from moved where refund group by 1, 2 order by 1, 2
    ) r
    where u.account_id = r.account_id and u.period = r.period
  )
  insert into events (event_id, account_id, type, body, created_at, fanned_out)
  select e.event_id, e.account_id, 'message.status', row_to_json(body)::text, ${now}, ${nobodyListens('e.account_id')}
  from (
    select gen_random_uuid() as event_id, m.*, step.status, d.device_uuid
    from moved m
    join devices d on d.id = m.device_id
    cross join lateral (
      select 'failed' as status, 9 as rank where m.to_status = 'failed'
      union all
      select s.status, s.rank from (values ('sent', 2), ('delivered', 3), ('read', 4)) as s (status, rank)
      where m.to_status <> 'failed' and s.rank > ${RANK('m.previous')} and s.rank <= ${RANK('m.to_status')}
    ) step
    order by m.id, step.rank
  ) e,
  lateral (
    select 'message.status' as event, e.event_id, e.device_uuid, kurir_iso(${now}) as timestamp, e.id as message_id,
      e.wa_message_id, e.status, e.phone as "to",
      case when e.status = 'failed' then json_build_object('code', e.error_code, 'message', e.error_message) end as error
  ) body`;

/**
 * Locks by plain ids, apart from the look-ups: what another process changes in that moment PostgreSQL looks at again with its joins, and below
 * a union it does not find it then; the later of two statuses would be lost.
 */
const MOVE_STATUSES = `
  with input as (
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $8::text[])
      as c (device_id, wa_message_id, to_status, error_code, error_message, refund, provider_id)
  ), known as (
    select c.*, m.id from input c join messages m on m.device_id = c.device_id and m.reserved_wa_id = c.wa_message_id
    union all
    select c.*, m.id from input c join messages m on m.device_id = c.device_id and m.wa_message_id = c.provider_id
      and m.direction = 'out' and m.wa_message_id <> m.reserved_wa_id
    where c.wa_message_id is null
  ), locked as materialized (
    select id, status from messages where id = any (array(select id from known)) and direction = 'out' order by id for update
  ), before as materialized (
    select m.id, m.status as previous, c.to_status, c.error_code, c.error_message, c.refund, c.provider_id
    from known c join locked m on m.id = c.id
    where (c.to_status = 'failed' and m.status in ('queued', 'sent')) or ${RANK('c.to_status')} > ${RANK('m.status')}
  ), ${moveAndAnnounce('$7')}`;

/** A message to be ended by us: nobody has handed it to a provider. */
export interface Unsent {
  id: number;
  error_code: string;
  error_message: string;
  /** A unit of quota was taken for it. */
  refund: boolean;
}

/** Ends queued messages that were never handed to a provider; those that may have been are left alone. */
export function failUnsent(tx: Tx, rows: readonly Unsent[], now: Date): Promise<void> {
  return failQueued(tx, rows, now, false);
}

/** The end of a message that may have been handed over, and of which nobody expects a word any more. */
const OUTCOME_UNKNOWN = {
  error_code: 'outcome_unknown',
  error_message: 'The provider did not report the outcome. Kurir does not send the message again.',
  refund: false,
};

/** Ends queued messages that may have been handed to a provider, and that nobody sends again. */
export function failUnheard(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  const rows = ids.map((id) => ({ id, ...OUTCOME_UNKNOWN }));
  return failQueued(tx, rows, now, true);
}

async function failQueued(tx: Tx, rows: readonly Unsent[], now: Date, evenWritten: boolean): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw(FAIL_QUEUED, [
      rows.map((row) => row.id),
      rows.map((row) => row.error_code),
      now,
      rows.map((row) => row.error_message),
      rows.map((row) => row.refund),
      evenWritten,
    ]),
  );
}

const FAIL_QUEUED = `
  with before as (
    select m.id, m.status as previous, 'failed' as to_status, f.error_code, f.error_message, f.refund, null::text as provider_id
    from unnest($1::bigint[], $2::text[], $4::text[], $5::bool[]) as f (id, error_code, error_message, refund)
    join messages m on m.id = f.id
    where m.status = 'queued' and ($6 or not m.maybe_written)
    order by m.id for update of m
  ), ${moveAndAnnounce('$3')}`;

/**
 * Ends messages that will never be sent: their device is released or banned, or they have waited since before `cutoff`. Returns how many;
 * what was never handed to the provider gets its unit of quota back. Messages of a broadcast that no engine has had in its hands are left to
 * it, for they wait with it while it is paused; the others of them have waited since they were last put off.
 */
export async function failHopeless(pool: Pick<pg.Pool, 'query'>, cutoff: Date, now: Date): Promise<number> {
  const { rowCount } = await pool.query({
    text: FAIL_HOPELESS,
    values: [cutoff, 500, now],
  });
  return rowCount ?? 0;
}

// Materialized and locked by plain ids: beside them, a condition on `due` lets the planner, who believes in a short queue, walk through all of it and
// look for the hopeless anew at each message.
const FAIL_HOPELESS = `
  with hopeless as materialized (
    select id, released_at is not null or status = 'banned' as is_final,
      case when released_at is not null then 'device_released' when status = 'banned' then 'device_banned'
        else 'expired' end as error_code,
      case when released_at is not null then 'The device was released.'
        when status = 'banned' then 'The number was banned by the provider.'
        else 'The message waited for 24 hours and could not be sent.' end as error_message
    from devices d
    where released_at is not null or status = 'banned'
      or (select created_at from messages where device_id = d.id and due order by id limit 1) < $1
  ), picked as materialized (
    select m.id, h.error_code, h.error_message
    from hopeless h cross join lateral (
      select id, case when broadcast_id is null then created_at else greatest(created_at, not_before) end as since
      from messages
      where device_id = h.id and due and (broadcast_id is null or reserved_wa_id is not null)
      order by id limit $2
    ) m
    where h.is_final or m.since < $1
    limit $2
  ), locked as materialized (
    select id, status, due, maybe_written from messages where id = any (array(select id from picked)) order by id for update skip locked
  ), before as materialized (
    select l.id, l.status as previous, 'failed' as to_status, p.error_code, p.error_message, not l.maybe_written as refund, null::text as provider_id
    from picked p join locked l on l.id = p.id
    where l.due
  ), ${moveAndAnnounce('$3')}`;

/**
 * Ends messages that were handed over once and of which the provider has said nothing until the time it was given. Returns how many. `engines`
 * are those that send no message twice.
 */
export async function failUnknown(
  pool: Pick<pg.Pool, 'query'>,
  engines: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await pool.query({
    text: FAIL_UNKNOWN,
    values: [engines, 500, now],
  });
  return rowCount ?? 0;
}

const FAIL_UNKNOWN = `
  with unresolved as materialized (
    select id, device_id from messages where due and maybe_written and not_before <= $3
  ), picked as materialized (
    select u.id from unresolved u join devices d on d.id = u.device_id where d.engine = any ($1::text[]) order by u.id limit $2
  ), locked as materialized (
    select id, status, due from messages where id = any (array(select id from picked)) order by id for update skip locked
  ), before as materialized (
    select m.id, m.status as previous, 'failed' as to_status, '${OUTCOME_UNKNOWN.error_code}' as error_code,
      '${OUTCOME_UNKNOWN.error_message}' as error_message, false as refund, null::text as provider_id
    from locked m where m.due
  ), ${moveAndAnnounce('$3')}`;
