import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { HistoryRange } from '../history/history.ts';
import { memberSql } from '../received-rows.ts';

const MAX_READ = 100;

/** Of one chat, oldest first. */
export interface ReadMessages {
  device_id: number;
  phone: string;
  wa_message_ids: string[];
}

interface Opened {
  accountId: number;
  ranges: readonly HistoryRange[];
  /** Row id. Null: all. */
  upTo: number | null;
  count: number;
  /** Regardless of the setting of the account. */
  isAsked: boolean;
  now: Date;
}

const NOTE_OPENED = statement<
  Omit<Opened, 'ranges'> & {
    deviceIds: number[];
    phones: string[];
    froms: number[];
    untils: (number | null)[];
  }
>(
  'messages.note_opened',
  `insert into due_read_receipts as due (device_id, phone, wa_message_ids, created_at)
   select device_id, phone, array_agg(wa_message_id order by id), :now::timestamptz
   from (
     select r.device_id, r.phone, m.id, m.wa_message_id
     from unnest(:deviceIds::bigint[], :phones::text[], :froms::bigint[], :untils::bigint[])
       as r (device_id, phone, from_id, until_id)
     cross join lateral (
       select id, wa_message_id from messages
       where device_id = r.device_id and phone = r.phone and length(phone) <= 512 and direction = 'in'
         and id > greatest(r.from_id, 0) and id <= coalesce(r.until_id, 9223372036854775807)
         and id <= coalesce(:upTo::bigint, 9223372036854775807)
       order by id desc limit ${MAX_READ}
     ) m
     where exists (select from accounts where id = :accountId and (:isAsked::boolean or read_receipts = 'on_open'))
       and m.wa_message_id is not null
     order by m.id desc limit least(:count::bigint, ${MAX_READ})
   ) opened
   group by device_id, phone
   order by device_id, phone
   on conflict (device_id, phone) do update set created_at = excluded.created_at, wa_message_ids =
     (due.wa_message_ids || excluded.wa_message_ids)[
       greatest(1, cardinality(due.wa_message_ids) + cardinality(excluded.wa_message_ids) - ${MAX_READ - 1}) :
     ]`,
);

/** True when there are receipts to send: the account shows what staff opens. */
export async function noteOpened(tx: Tx, { ranges, ...opened }: Opened): Promise<boolean> {
  const rows = await NOTE_OPENED.run(tx, {
    ...opened,
    deviceIds: ranges.map(({ device_id }) => device_id),
    phones: ranges.map(({ phone }) => phone),
    froms: ranges.map(({ from }) => from),
    untils: ranges.map(({ until }) => until),
  });
  return rows > 0;
}

/** Takes them away. */
export const takeDue = statement<{ deviceIds: readonly number[] }, ReadMessages>(
  'messages.take_read_receipts',
  `delete from due_read_receipts where device_id = any (:deviceIds::bigint[])
   returning device_id, phone, wa_message_ids`,
).all;

export interface Reply {
  id: number;
  device_id: number;
  phone: string;
}

const LIST_ANSWERED = statement<{ ids: number[]; deviceIds: number[]; phones: string[] }, ReadMessages>(
  'messages.list_answered_messages',
  `select device_id, phone, array_agg(wa_message_id order by id) as wa_message_ids
   from (
     select r.device_id, r.phone, m.id, m.direction, m.wa_message_id,
       count(*) filter (where m.is_reply) over (partition by r.id order by m.id desc) as replies
     from unnest(:ids::bigint[], :deviceIds::bigint[], :phones::text[]) as r (id, device_id, phone)
     cross join lateral (select from messages where id = r.id and broadcast_id is null limit 1) own
     cross join lateral (
       select id, direction, wa_message_id,
         direction = 'out' and broadcast_id is null and status <> 'failed' as is_reply
       from messages
       where device_id = r.device_id and phone = r.phone and length(phone) <= 512 and id < r.id and id > 0
       order by id desc limit ${MAX_READ}
     ) m
   ) earlier
   where replies = 0 and direction = 'in' and wa_message_id is not null
   group by device_id, phone`,
);

/** Between these replies and the ones before. A broadcast message is no reply. */
export function listAnswered(db: Db, replies: readonly Reply[]): Promise<ReadMessages[]> {
  return LIST_ANSWERED.all(db, {
    ids: replies.map(({ id }) => id),
    deviceIds: replies.map(({ device_id }) => device_id),
    phones: replies.map(({ phone }) => phone),
  });
}

const LIST_AUTHORS = statement<
  { deviceIds: number[]; waMessageIds: string[] },
  { device_id: number; wa_message_id: string; author: string }
>(
  'messages.list_authors_of_read',
  `select r.device_id, r.wa_message_id, m.author
   from unnest(:deviceIds::bigint[], :waMessageIds::text[]) as r (device_id, wa_message_id)
   cross join lateral (
     select ${memberSql('details')} as author from messages
     where device_id = r.device_id and wa_message_id = r.wa_message_id and direction = 'in' limit 1
   ) m
   where m.author is not null`,
);

/** Of messages in groups, by device and id: the member who wrote it. */
export async function listAuthors(
  db: Db,
  read: readonly ReadMessages[],
): Promise<Map<number, Map<string, string>>> {
  const rows = await LIST_AUTHORS.all(db, {
    deviceIds: read.flatMap(({ device_id, wa_message_ids }) => wa_message_ids.map(() => device_id)),
    waMessageIds: read.flatMap(({ wa_message_ids }) => wa_message_ids),
  });
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id);
  return new Map(
    [...byDevice].map(([id, found]) => [
      id,
      new Map(found.map(({ wa_message_id, author }) => [wa_message_id, author])),
    ]),
  );
}

export const deleteOld = statement<{ before: Date; limit: number }>(
  'messages.delete_old_read_receipts',
  `delete from due_read_receipts where (device_id, phone) in (
     select device_id, phone from due_read_receipts where created_at < :before order by created_at limit :limit
   )`,
).run;
