import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { MessageChange } from '../../engines/engine.ts';
import { memberSql } from '../received-rows.ts';
import { ANNOUNCE_CHANGES } from './announce-sql.ts';

export interface ChangeRow {
  account_id: number;
  device_id: number;
  phone: string;
  target_wa_message_id: string;
  kind: MessageChange['kind'];
  from_me: boolean;
  body: string | null;
  wa_message_id: string;
  at: Date;
  /** The member of a group; null in a private chat. */
  author?: string | null;
  author_name?: string | null;
}

export const MAX_EDITS = 20;

const INSERT = statement<{
  accountIds: readonly number[];
  deviceIds: readonly number[];
  phones: readonly string[];
  targets: readonly string[];
  kinds: readonly string[];
  fromMes: readonly boolean[];
  bodies: readonly (string | null)[];
  waMessageIds: readonly string[];
  times: readonly Date[];
  authors: readonly (string | null)[];
  names: readonly (string | null)[];
  now: Date;
}>(
  'messages.insert_changes',
  `with stored as (
   insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body, wa_message_id,
     at, author, author_name)
   select account_id, device_id, phone, target, kind, from_me, body, wa_message_id, at, author, name
   from unnest(:accountIds::bigint[], :deviceIds::bigint[], :phones::text[], :targets::text[], :kinds::text[],
       :fromMes::bool[], :bodies::text[], :waMessageIds::text[], :times::timestamptz[], :authors::text[],
       :names::text[])
     with ordinality
     as c (account_id, device_id, phone, target, kind, from_me, body, wa_message_id, at, author, name, n)
   where (select status from accounts where id = c.account_id) <> 'cancelled'
   order by n
   on conflict (device_id, phone, target_wa_message_id, wa_message_id) do nothing
   returning *
  ), ${ANNOUNCE_CHANGES}
  select 1`,
);

interface TargetParams {
  deviceIds: readonly number[];
  phones: readonly string[];
  targets: readonly string[];
}

/** Of each author, the last change of a kind counts. Edits are the history of a text. */
const DELETE_SURPLUS = statement<TargetParams>(
  'messages.delete_surplus_changes',
  `delete from message_changes
   where id = any (array(
     select c.id
     from (
       select distinct device_id, phone, target
       from unnest(:deviceIds::bigint[], :phones::text[], :targets::text[]) as t (device_id, phone, target)
     ) t
     cross join lateral (
       select id, kind, row_number() over (partition by kind, from_me, author order by at desc, id desc) as place
       from message_changes
       where device_id = t.device_id and phone = t.phone and target_wa_message_id = t.target
     ) c
     where c.place > case c.kind when 'edit' then ${MAX_EDITS} else 1 end
   ))`,
);

/** Messages to look at after one with many edits. The phone ends edits after minutes, so these include all of them. */
const MAX_LATER = 1_000;

/**
 * Erases messages deleted on all phones, and the texts of their edits, which are messages too (docs/decisions/0043).
 * All devices that ever spoke for the number may have a copy. An edit erases only what is deleted already. Surplus
 * edits are found by their details.
 */
const ERASE = statement<
  TargetParams & { isDeletion: readonly boolean[]; authors: readonly (string | null)[] },
  { id: number }
>(
  'messages.erase_deleted',
  `with target as materialized (
    select distinct g.device_id as origin, d.id as device_id, g.phone, g.target, g.author
    from unnest(:deviceIds::bigint[], :phones::text[], :targets::text[], :isDeletion::bool[], :authors::text[])
      as g (device_id, phone, target, is_deletion, author)
    cross join lateral (select channel_id from devices where id = g.device_id offset 0) own
    cross join lateral (
      select g.device_id as id union select device_id from channel_devices where channel_id = own.channel_id
    ) d
    left join lateral (
      select true as is_known from message_changes
      where device_id = g.device_id and phone = g.phone and target_wa_message_id = g.target
        and kind = 'deletion' and not from_me and author is not distinct from g.author limit 1
    ) deletion on true
    where g.is_deletion or deletion.is_known
  ), edit as (
    delete from message_changes
    where id = any (array(
      select e.id from target t cross join lateral (
        select id from message_changes
        where device_id = t.device_id and phone = t.phone and target_wa_message_id = t.target
          and kind = 'edit' and not from_me and author is not distinct from t.author offset 0
      ) e
    ))
    returning device_id, phone, target_wa_message_id as target, wa_message_id, author
  ), often as materialized (
    select device_id, phone, target, author from edit group by device_id, phone, target, author
    having count(*) >= ${MAX_EDITS}
  ), surplus as materialized (
    select later.id
    from often o
    cross join lateral (
      select id from messages
      where device_id = o.device_id and wa_message_id = o.target and direction = 'in' offset 0
    ) first
    cross join lateral (
      select id, direction, details from messages
      where device_id = o.device_id and phone = o.phone and length(phone) <= 512 and id > first.id
      order by id limit ${MAX_LATER}
    ) later
    where later.direction = 'in' and later.details -> 'edit' ->> 'original_message_id' = o.target
      and ${memberSql('later.details')} is not distinct from o.author
  ), erased as materialized (
    select id from surplus
    union
    select m.id
    from (
      select device_id, phone, target, author from target
      union
      select copy.device_id, t.phone, e.wa_message_id, t.author
      from edit e
      join target t on t.device_id = e.device_id and t.phone = e.phone and t.target = e.target
      join target copy on copy.origin = t.origin and copy.phone = t.phone and copy.target = t.target
    ) t
    cross join lateral (
      select id, phone, details from messages
      where device_id = t.device_id and wa_message_id = t.target and direction = 'in' offset 0
    ) m
    -- A member may name the message of another one.
    where m.phone = t.phone and (t.author is null or ${memberSql('m.details')} = t.author)
  )
  update messages set body = null,
    details = case when details ? 'sender' then jsonb_build_object('sender', details -> 'sender') end
  where id = any (array(select id from erased)) returning id`,
);

/** Each change once, with its event; skips cancelled accounts. Limited per message. */
export async function insertChanges(tx: Queryable, rows: readonly ChangeRow[], now: Date): Promise<void> {
  await INSERT.run(tx, {
    ...targetsOf(rows),
    accountIds: rows.map((row) => row.account_id),
    kinds: rows.map((row) => row.kind),
    fromMes: rows.map((row) => row.from_me),
    bodies: rows.map((row) => row.body),
    waMessageIds: rows.map((row) => row.wa_message_id),
    times: rows.map((row) => row.at),
    authors: rows.map(({ author = null }) => author),
    names: rows.map(({ author_name = null }) => author_name),
    now,
  });
  await DELETE_SURPLUS.run(tx, targetsOf(rows));
}

/** Answers row ids of erased messages. */
export async function eraseDeleted(tx: Queryable, rows: readonly ChangeRow[]): Promise<number[]> {
  const isDeletion = rows.map(({ kind }) => kind === 'deletion');
  const authors = rows.map(({ author = null }) => author);
  return (await ERASE.all(tx, { ...targetsOf(rows), isDeletion, authors })).map(({ id }) => id);
}

export interface AppliedChange {
  chat: number;
  target: string;
  kind: MessageChange['kind'];
  from_me: boolean;
  body: string | null;
  wa_message_id: string;
  at: Date;
  author: string | null;
  author_name: string | null;
}

/** Of one chat: devices with phones of the person, and the provider's ids. */
export interface ChatIds {
  places: readonly { device_id: number; phone: string }[];
  ids: readonly string[];
}

/** More than `delete_surplus_changes` leaves. */
const MAX_PER_MESSAGE = 64;

/** Characters, to bound a page. An edit also is a message with its whole text. */
const MAX_SHOWN_TEXT = 4_096;

const LIST = statement<
  {
    placeChats: readonly number[];
    deviceIds: readonly number[];
    phones: readonly string[];
    idChats: readonly number[];
    ids: readonly string[];
  },
  AppliedChange
>(
  'messages.list_changes',
  `select t.chat, t.target, c.kind, c.from_me, left(c.body, ${MAX_SHOWN_TEXT}) as body, c.wa_message_id, c.at, c.author,
     c.author_name
   from unnest(:placeChats::int[], :deviceIds::bigint[], :phones::text[]) as r (chat, device_id, phone)
   join unnest(:idChats::int[], :ids::text[]) as t (chat, target) on t.chat = r.chat
   cross join lateral (
     select id, kind, from_me, wa_message_id, at, author, author_name,
       case when kind = 'edit' and not from_me then kurir_shown_text(body, (
         select details from messages
         where device_id = r.device_id and wa_message_id = message_changes.wa_message_id and direction = 'in' limit 1
       )) else body end as body
     from message_changes
     where device_id = r.device_id and phone = r.phone and target_wa_message_id = t.target
     limit ${MAX_PER_MESSAGE}
   ) c
   order by c.at, c.id`,
);

/** Oldest first. */
export function listChanges(db: Queryable, chats: readonly ChatIds[]): Promise<AppliedChange[]> {
  const places = chats.flatMap((each, chat) => each.places.map((place) => ({ ...place, chat })));
  return LIST.all(db, {
    placeChats: places.map(({ chat }) => chat),
    deviceIds: places.map(({ device_id }) => device_id),
    phones: places.map(({ phone }) => phone),
    ...idsOf(chats),
  });
}

export interface QuotedMessage {
  chat: number;
  /** Row id. */
  id: number;
  wa_message_id: string;
  phone: string;
  direction: 'in' | 'out';
  type: string;
  body: string | null;
}

/** By each index on provider ids: inbound, economy and official. */
const FIND_QUOTED = statement<
  {
    deviceChats: readonly number[];
    deviceIds: readonly number[];
    idChats: readonly number[];
    ids: readonly string[];
  },
  QuotedMessage
>(
  'messages.find_quoted',
  `select q.chat, q.id as wa_message_id, m.id, m.phone, m.direction, m.type,
     kurir_shown_text(m.body, m.details) as body
   from unnest(:deviceChats::int[], :deviceIds::bigint[]) as d (chat, id)
   join unnest(:idChats::int[], :ids::text[]) as q (chat, id) on q.chat = d.chat
   cross join lateral (
     (select id, phone, direction, type, body, details from messages
      where device_id = d.id and wa_message_id = q.id and direction = 'in' limit 1)
     union all
     (select id, phone, direction, type, body, details from messages
      where device_id = d.id and reserved_wa_id = q.id and reserved_wa_id is not null limit 1)
     union all
     (select id, phone, direction, type, body, details from messages
      where device_id = d.id and wa_message_id = q.id and direction = 'out' and wa_message_id <> reserved_wa_id
      limit 1)
   ) m`,
);

/** The ids come from customers: the caller checks the phone. */
export function findQuoted(db: Queryable, chats: readonly ChatIds[]): Promise<QuotedMessage[]> {
  const devices = chats.flatMap(({ places }, chat) =>
    [...new Set(places.map(({ device_id }) => device_id))].map((id) => ({ chat, id })),
  );
  return FIND_QUOTED.all(db, {
    deviceChats: devices.map(({ chat }) => chat),
    deviceIds: devices.map(({ id }) => id),
    ...idsOf(chats),
  });
}

function idsOf(chats: readonly ChatIds[]) {
  const ids = chats.flatMap((each, chat) => [...new Set(each.ids)].map((id) => ({ chat, id })));
  return { idChats: ids.map(({ chat }) => chat), ids: ids.map(({ id }) => id) };
}

const targetsOf = (rows: readonly ChangeRow[]): TargetParams => ({
  deviceIds: rows.map((row) => row.device_id),
  phones: rows.map((row) => row.phone),
  targets: rows.map((row) => row.target_wa_message_id),
});
