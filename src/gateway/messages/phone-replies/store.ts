import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { columnsOf, type ReceivedColumns, withGiven } from '../received-rows.ts';

export interface ReplyRow {
  account_id: number;
  device_id: number;
  wa_message_id: string;
  phone: string;
  type: string;
  body: string | null;
  /** JSON. */
  details: string | null;
  at: Date;
  is_live: boolean;
  /** By another agent of the number. */
  is_agent: boolean;
  /** Null only in tests. */
  public_id?: number | null;
}

/**
 * The provider's id is also the reserved id: its index refuses repetitions. Another device of the number may have a
 * copy.
 */
const INSERT_REPLIES = statement<
  ReceivedColumns & { live: readonly boolean[]; automated: readonly boolean[] },
  { id: number; device_id: number; wa_message_id: string }
>(
  'messages.insert_replies',
  `with given as materialized (
    select g.*, d.channel_id
    from unnest(:accountIds::bigint[], :deviceIds::bigint[], :waMessageIds::text[], :phones::text[], :types::text[],
        :bodies::text[], :details::jsonb[], :times::timestamptz[], :live::bool[], :automated::bool[],
        :publicIds::bigint[])
      with ordinality
      as g (account_id, device_id, wa_message_id, phone, type, body, details, at, live, automated, public_id, position)
    cross join lateral (select channel_id from devices where id = g.device_id offset 0) d
    where (select status from accounts where id = g.account_id) <> 'cancelled'
  ), fresh as materialized (
    select distinct on (coalesce(g.channel_id, -g.device_id), g.wa_message_id) g.*
    from given g
    where not exists (
      select from (
        select g.device_id as id union all select id from devices where channel_id = g.channel_id
      ) d cross join lateral (
        select from messages where device_id = d.id and reserved_wa_id = g.wa_message_id
        union all
        select from messages
        where device_id = d.id and wa_message_id = g.wa_message_id and direction = 'out'
          and wa_message_id <> reserved_wa_id
      ) known
    )
    order by coalesce(g.channel_id, -g.device_id), g.wa_message_id, g.position
  )
  insert into messages (account_id, device_id, direction, source, type, status, phone, body, wa_message_id,
    reserved_wa_id, created_at, details, public_id)
  select account_id, device_id, 'out', 'phone', type, 'sent', phone, body, wa_message_id, wa_message_id, at,
    nullif(coalesce(details, '{}') || case when live then '{}' else '{"phone_late": true}'::jsonb end
      || case when automated then '{"phone_automation": true}' else '{}'::jsonb end, '{}'), public_id
  from fresh order by position
  on conflict (device_id, reserved_wa_id) where reserved_wa_id is not null do nothing
  returning id, device_id, wa_message_id`,
);

/** Skips cancelled accounts. In id order. */
export async function insertReplies<Row extends ReplyRow & { is_automated: boolean }>(
  tx: Queryable,
  rows: readonly Row[],
): Promise<(Row & { id: number })[]> {
  const stored = await INSERT_REPLIES.all(tx, {
    ...columnsOf(rows),
    live: rows.map((row) => row.is_live),
    automated: rows.map((row) => row.is_automated),
  });
  return withGiven(rows, stored).toSorted((one, other) => one.id - other.id);
}

const LINK = statement<{ ids: readonly number[]; conversationIds: readonly number[] }>(
  'messages.link_replies',
  `update messages m set conversation_id = l.conversation_id
   from unnest(:ids::bigint[], :conversationIds::bigint[]) as l (id, conversation_id)
   where m.id = any (:ids::bigint[]) and m.id = l.id`,
);

export async function linkReplies(
  db: Queryable,
  links: readonly { id: number; conversation_id: number }[],
): Promise<void> {
  await LINK.run(db, {
    ids: links.map(({ id }) => id),
    conversationIds: links.map(({ conversation_id }) => conversation_id),
  });
}
