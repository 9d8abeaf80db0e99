import type { Interactive } from '../../../../gateway/engines/engine.ts';
import type { IdentityKind } from '../../../../gateway/people/identity.ts';
import type { Queryable } from '../../../../platform/lib/db/statement.ts';
import { statement } from '../../../../platform/lib/db/statement.ts';

/** `messages.device_id` and `messages.phone`. */
export interface ChatPlace {
  account_id: number;
  device_id: number;
  phone: string;
}

export interface MessageRow {
  id: number;
  direction: 'in' | 'out';
  source: string | null;
  type: string;
  status: string;
  body: string | null;
  media_url: string | null;
  /** As checked at the admission. */
  interactive: Interactive | null;
  wa_message_id: string;
  created_at: Date;
}

interface PlaceColumns {
  accountIds: readonly number[];
  deviceIds: readonly number[];
  phones: readonly string[];
}

const PLACES = 'unnest(:accountIds::bigint[], :deviceIds::bigint[], :phones::text[]';
const COLUMNS = `m.id, m.direction, m.source, m.type, m.status, m.body, m.media_url, m.interactive,
  coalesce(m.wa_message_id, m.reserved_wa_id) as wa_message_id, m.created_at`;
const IN_CHAT = `m.account_id = c.account_id and m.device_id = c.device_id and m.phone = c.phone
  and length(m.phone) <= 512`;
/** Visitors see what the engine has taken. */
const VISIBLE = `(m.direction = 'in' or m.status in ('sent', 'delivered', 'read'))`;

const PAGE = statement<
  PlaceColumns & { befores: readonly (number | null)[]; limit: number },
  MessageRow & { chat: number }
>(
  'entry_points.page_visitor_messages',
  `select c.n::int - 1 as chat, m.*
   from ${PLACES}, :befores::bigint[]) with ordinality as c (account_id, device_id, phone, before_id, n)
   cross join lateral (
     select ${COLUMNS} from messages m
     where ${IN_CHAT} and m.id < coalesce(c.before_id, 9223372036854775807) and ${VISIBLE}
     order by m.id desc limit :limit::bigint
   ) m
   order by c.n, m.id`,
);

/** Before a row id, by index, oldest first. */
export async function pageMessages(
  db: Queryable,
  chats: readonly (ChatPlace & { before: number | null })[],
  limit: number,
): Promise<Map<number, MessageRow[]>> {
  const befores = chats.map(({ before }) => before);
  const rows = await PAGE.all(db, { ...columnsOf(chats), befores, limit });
  return Map.groupBy(rows, ({ chat }) => chat);
}

const FIND = statement<PlaceColumns & { waMessageIds: readonly string[] }, MessageRow & { index: number }>(
  'entry_points.find_visitor_messages',
  `select c.n::int - 1 as index, m.*
   from ${PLACES}, :waMessageIds::text[]) with ordinality as c (account_id, device_id, phone, wa_message_id, n)
   cross join lateral (
     select ${COLUMNS} from (
       select * from messages where device_id = c.device_id and wa_message_id = c.wa_message_id and direction = 'in'
       union all
       select * from messages where device_id = c.device_id and reserved_wa_id = c.wa_message_id
     ) m
     where m.account_id = c.account_id and m.phone = c.phone and ${VISIBLE}
     limit 1
   ) m`,
);

/** By the engine's ids, by index. Other chats' are missing. */
export async function findMessages(
  db: Queryable,
  asked: readonly (ChatPlace & { wa_message_id: string })[],
): Promise<Map<number, MessageRow>> {
  if (asked.length === 0) return new Map();
  const waMessageIds = asked.map(({ wa_message_id }) => wa_message_id);
  const rows = await FIND.all(db, { ...columnsOf(asked), waMessageIds });
  return new Map(rows.map((row) => [row.index, row]));
}

export interface ChatState {
  chat: number;
  /** Differs for a new message or status in the tail. Null: no tail. */
  mark: string | null;
  /** Null: there is no conversation yet. */
  owner_state: string | null;
  /** The automation may answer. */
  automated: boolean;
}

/** Grows: statuses rise, and messages enter the tail before the oldest leaves it. */
const MARK = `sum(m.id * 4 + case m.status when 'delivered' then 1 when 'read' then 2 else 0 end)::text`;

const STATES = statement<
  PlaceColumns & { kinds: readonly IdentityKind[]; values: readonly string[]; limit: number },
  ChatState
>(
  'entry_points.list_visitor_chats',
  `select c.n::int - 1 as chat, t.mark, v.owner_state,
     coalesce(ch.automated and not coalesce(v.automation_suppressed, false), false) as automated
   from ${PLACES}, :kinds::text[], :values::text[])
     with ordinality as c (account_id, device_id, phone, kind, value, n)
   cross join lateral (
     select ${MARK} as mark from (
       select m.id, m.status from messages m where ${IN_CHAT} and ${VISIBLE} order by m.id desc limit :limit::bigint
     ) m
   ) t
   left join lateral (
     select channel_id from devices where id = c.device_id and account_id = c.account_id limit 1
   ) d on true
   left join lateral (select automated from channels where id = d.channel_id limit 1) ch on true
   left join lateral (
     select person_id from person_identities k
     where k.account_id = c.account_id and k.kind = c.kind and k.value = c.value limit 1
   ) k on true
   left join lateral (
     select coalesce(merged_into, id) as id from people where id = k.person_id limit 1
   ) p on true
   left join lateral (
     select owner_state, automation_suppressed from conversations
     where person_id = p.id and channel_id = d.channel_id limit 1
   ) v on true`,
);

/** For comparison by pages, of the newest messages. */
export function listChatStates(
  db: Queryable,
  chats: readonly (ChatPlace & { identity: { kind: IdentityKind; value: string } })[],
  limit: number,
): Promise<ChatState[]> {
  return STATES.all(db, {
    ...columnsOf(chats),
    kinds: chats.map(({ identity }) => identity.kind),
    values: chats.map(({ identity }) => identity.value),
    limit,
  });
}

const UNSEEN = statement<
  PlaceColumns & { upTos: readonly number[]; statuses: readonly string[]; limit: number },
  { index: number; device_id: number; wa_message_id: string }
>(
  'entry_points.list_unseen',
  `select c.n::int - 1 as index, c.device_id, m.wa_message_id
   from ${PLACES}, :upTos::bigint[], :statuses::text[])
     with ordinality as c (account_id, device_id, phone, up_to, status, n)
   cross join lateral (
     select m.id, m.direction, m.status, m.reserved_wa_id as wa_message_id from messages m
     where ${IN_CHAT} and m.id <= c.up_to
     order by m.id desc limit :limit::bigint
   ) m
   where m.direction = 'out' and m.wa_message_id is not null
     and (m.status = 'sent' or m.status = 'delivered' and c.status = 'read')`,
);

/** Of the business, up to a row id, among the newest. */
export function listUnseen(
  db: Queryable,
  chats: readonly (ChatPlace & { up_to: number; status: 'delivered' | 'read' })[],
  limit: number,
): Promise<{ index: number; device_id: number; wa_message_id: string }[]> {
  return UNSEEN.all(db, {
    ...columnsOf(chats),
    upTos: chats.map(({ up_to }) => up_to),
    statuses: chats.map(({ status }) => status),
    limit,
  });
}

const columnsOf = (chats: readonly ChatPlace[]): PlaceColumns => ({
  accountIds: chats.map(({ account_id }) => account_id),
  deviceIds: chats.map(({ device_id }) => device_id),
  phones: chats.map(({ phone }) => phone),
});
