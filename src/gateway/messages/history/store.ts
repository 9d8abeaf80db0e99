import type { Queryable } from '../../../platform/lib/db/statement.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { KeptReason } from '../../engines/engine.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { type Source, sourceOf } from '../queue/states.ts';
import type { MessageStatus } from '../schema.ts';

/** Row ids after `from`, up to `until`, of one device and phone. */
export interface HistoryRange {
  device_id: number;
  phone: string;
  from: number;
  until: number | null;
}

export interface HistoryRow {
  id: number;
  /** Null on messages from customers that an earlier version stored. */
  public_id: number | null;
  device_id: number;
  direction: 'in' | 'out';
  source: Source;
  type: string;
  status: MessageStatus | 'received';
  phone: string;
  body: string | null;
  media_url: string | null;
  interactive: unknown;
  details: Record<string, unknown> | null;
  wa_message_id: string | null;
  error_code: string | null;
  error_message: string | null;
  kept_reason: KeptReason | null;
  warning: { code: string; message: string } | null;
  created_at: Date;
}

export interface FoundMessage extends HistoryRow {
  engine: EngineKind;
}

const COLUMNS = `m.id, case when m.direction = 'out' then coalesce(m.public_id, m.id) else m.public_id end as public_id,
  m.device_id, m.direction, ${sourceOf('m')} as source, m.type, m.status, m.phone,
  kurir_shown_text(m.body, m.details) as body, m.media_url, m.interactive, m.details,
  case when m.status <> 'queued' then m.wa_message_id end as wa_message_id, m.error_code, m.error_message,
  m.kept_reason, m.warning, m.created_at`;

/** SQL, for the range `r`. The index needs the condition on the length. */
const newestOf = (more: string, limit: string, order = 'desc') => `
  select id from messages m
  where m.device_id = r.device_id and m.phone = r.phone and length(m.phone) <= 512
    and m.id > r.from_id and m.id <= coalesce(r.until_id, 9223372036854775807) ${more}
  order by m.id ${order} limit ${limit}`;

interface RangeColumns {
  deviceIds: readonly number[];
  phones: readonly string[];
  froms: readonly number[];
  untils: readonly (number | null)[];
}

const PAGE = statement<RangeColumns & { before: number | null; limit: number }, HistoryRow>(
  'messages.list_history',
  `with page as materialized (
    select m.id
    from unnest(:deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
      as r (device_id, phone, from_id, until_id)
    cross join lateral (${newestOf('and m.id < coalesce(:before::bigint, 9223372036854775807)', ':limit::bigint')}) m
    order by m.id desc limit :limit::bigint
  )
  select ${COLUMNS} from messages m where m.id = any (array(select id from page)) order by m.id desc`,
);
const NEXT_PAGE = statement<RangeColumns & { after: number; limit: number }, HistoryRow>(
  'messages.list_history_after',
  `with page as materialized (
    select m.id
    from unnest(:deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
      as r (device_id, phone, from_id, until_id)
    cross join lateral (${newestOf('and m.id > :after::bigint', ':limit::bigint', 'asc')}) m
    order by m.id limit :limit::bigint
  )
  select ${COLUMNS} from messages m where m.id = any (array(select id from page)) order by m.id`,
);
const BY_ID = statement<{ ids: readonly number[] }, HistoryRow>(
  'messages.read_history',
  `select ${COLUMNS} from messages m where m.id = any (:ids::bigint[]) order by m.id desc`,
);
const latestOf = (name: string, condition: string) =>
  statement<RangeColumns & { chats: readonly number[] }, HistoryRow & { chat: number }>(
    `messages.list_${name}_of_chats`,
    `with latest as materialized (
      select distinct on (r.chat) r.chat, m.id
      from unnest(:chats::int[], :deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
        as r (chat, device_id, phone, from_id, until_id)
      cross join lateral (${newestOf(condition, '1')}) m
      order by r.chat, m.id desc
    )
    select l.chat, ${COLUMNS}
    from latest l cross join lateral (select * from messages where id = l.id offset 0) m`,
  );
const LATEST = {
  any: latestOf('latest', ''),
  in: latestOf('latest_inbound', `and m.direction = 'in'`),
};

const MAX_COUNTED = 1_000;

const COUNT_INBOUND = statement<RangeColumns & { after: number }, { count: number }>(
  'messages.count_inbound_after',
  `select count(*)::int as count
   from unnest(:deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
     as r (device_id, phone, from_id, until_id)
   cross join lateral (
     select details from messages m
     where m.device_id = r.device_id and m.phone = r.phone and length(m.phone) <= 512
       and m.id > r.from_id and m.id <= coalesce(r.until_id, 9223372036854775807) and m.direction = 'in'
       and m.id > :after::bigint
     order by m.id desc limit ${MAX_COUNTED}
   ) m
   where m.details -> 'edit' is null`,
);

const MAX_LOOKED_AT = 1_000;

/** A user by row id, or the name that a key gave; such replies do not count. */
export interface Writer {
  userId: number | null;
  name: string | null;
}

/** An answer of another person that the customer has or may get. */
const IS_REPLY_OF_OTHERS = `
  m.status <> 'failed' and m.details -> 'phone_automation' is null
  and (m.source in ('staff', 'phone')
    or m.source = 'bot' and (m.maybe_written or m.status in ('sent', 'delivered', 'read')))
  and case when m.author_id is not null then m.author_id is distinct from :userId::bigint
    else m.details ->> 'actor' is distinct from :name::text or :name::text is null end`;

const REPLIES = statement<
  RangeColumns & { after: number; userId: number | null; name: string | null; limit: number },
  HistoryRow
>(
  'messages.list_replies_of_others',
  `with reply as materialized (
    select m.id
    from unnest(:deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
      as r (device_id, phone, from_id, until_id)
    cross join lateral (
      select id, source, author_id, status, maybe_written, details from messages m
      where m.device_id = r.device_id and m.phone = r.phone and length(m.phone) <= 512
        and m.id > r.from_id and m.id <= coalesce(r.until_id, 9223372036854775807) and m.direction = 'out'
        and m.id > :after::bigint
      order by m.id desc limit ${MAX_LOOKED_AT}
    ) m
    where ${IS_REPLY_OF_OTHERS}
    order by m.id desc limit :limit::bigint
  )
  select ${COLUMNS} from messages m where m.id = any (array(select id from reply)) order by m.id desc`,
);

/** Newest first, after this row id. */
export function listRepliesOfOthers(
  db: Queryable,
  ranges: readonly HistoryRange[],
  { after, writer, limit }: { after: number; writer: Writer; limit: number },
): Promise<HistoryRow[]> {
  return REPLIES.all(db, { ...columnsOf(ranges), after, ...writer, limit });
}

/** By public id, in either direction. */
export const findMessage = statement<{ accountId: number; publicId: number }, FoundMessage>(
  'messages.find_in_history',
  `select ${COLUMNS}, d.engine
   from (
     select id from messages where account_id = :accountId and public_id = :publicId
     union all
     select id from messages
     where id = :publicId and account_id = :accountId and public_id is null and direction = 'out'
   ) found
   cross join lateral (select * from messages where id = found.id offset 0) m
   cross join lateral (select engine from devices where id = m.device_id offset 0) d`,
).first;

export async function countInbound(
  db: Queryable,
  ranges: readonly HistoryRange[],
  after: number,
): Promise<number> {
  return (await COUNT_INBOUND.one(db, { ...columnsOf(ranges), after })).count;
}

/** Newest first, below row id `before`. */
export function listHistory(
  db: Queryable,
  ranges: readonly HistoryRange[],
  { before, limit }: { before: number | null; limit: number },
): Promise<HistoryRow[]> {
  return PAGE.all(db, { ...columnsOf(ranges), before, limit });
}

/** Oldest first, above row id `after`. */
export function listHistoryAfter(
  db: Queryable,
  ranges: readonly HistoryRange[],
  { after, limit }: { after: number; limit: number },
): Promise<HistoryRow[]> {
  return NEXT_PAGE.all(db, { ...columnsOf(ranges), after, limit });
}

/** Newest first. */
export const readHistory = (db: Queryable, ids: readonly number[]): Promise<HistoryRow[]> =>
  BY_ID.all(db, { ids });

/** A chat is a list of ranges. */
export async function listLatest(
  db: Queryable,
  chats: readonly (readonly HistoryRange[])[],
  direction: keyof typeof LATEST,
): Promise<Map<number, HistoryRow>> {
  const ranges = chats.flatMap((chat, index) => chat.map((range) => ({ ...range, chat: index })));
  if (ranges.length === 0) return new Map();
  const rows = await LATEST[direction].all(db, {
    ...columnsOf(ranges),
    chats: ranges.map(({ chat }) => chat),
  });
  return new Map(rows.map((row) => [row.chat, row]));
}

export interface ReceivedRow {
  chat: number;
  id: number;
  phone: string;
  created_at: Date;
}

const RECEIVED = statement<RangeColumns & { chats: readonly number[]; limit: number }, ReceivedRow>(
  'messages.list_received',
  `select r.chat, m.id, m.phone, m.created_at
   from unnest(:chats::int[], :deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
     as r (chat, device_id, phone, from_id, until_id)
   cross join lateral (
     select id, phone, created_at from messages m
     where m.device_id = r.device_id and m.phone = r.phone and length(m.phone) <= 512
       and m.id > r.from_id and m.id <= coalesce(r.until_id, 9223372036854775807) and m.direction = 'in'
     order by m.id desc limit :limit::bigint
   ) m
   order by r.chat, m.id desc`,
);

/** Newest first, per range. */
export async function listReceived(
  db: Queryable,
  chats: readonly (readonly HistoryRange[])[],
  limit: number,
): Promise<Map<number, ReceivedRow[]>> {
  const ranges = chats.flatMap((chat, index) => chat.map((range) => ({ ...range, chat: index })));
  if (ranges.length === 0) return new Map();
  const rows = await RECEIVED.all(db, { ...columnsOf(ranges), chats: ranges.map(({ chat }) => chat), limit });
  return Map.groupBy(rows, ({ chat }) => chat);
}

const columnsOf = (ranges: readonly HistoryRange[]): RangeColumns => ({
  deviceIds: ranges.map((range) => range.device_id),
  phones: ranges.map((range) => range.phone),
  froms: ranges.map((range) => range.from),
  untils: ranges.map((range) => range.until),
});

/** Characters in which a search looks for its words. */
const MAX_TEXT = 20_000;

export interface FoundText {
  id: number;
  /** Of the message that shows the text: an edit changes another one. */
  wa_message_id: string;
  body: string | null;
  file_name: string | null;
}

/** What a search found, by row ids. */
export const readFound = statement<{ ids: readonly number[] }, FoundText>(
  'messages.read_found',
  `select m.id, m.wa_message_id, m.body, file.name as file_name from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (
     select id, left(kurir_shown_text(body, details), ${MAX_TEXT}) as body, coalesce(
       details -> 'edit' ->> 'original_message_id', case when type = 'edit' then details -> 'quote' ->> 'id' end,
       wa_message_id
     ) as wa_message_id
     from messages where id = asked.id offset 0
   ) m
   left join lateral (
     select file_name as name from message_media where message_id = m.id offset 0
   ) file on true
   where m.wa_message_id is not null`,
).all;
