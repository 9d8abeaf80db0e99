import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

export interface QuickReply {
  device_id: number;
  text_hash: Buffer;
  phone: string;
}

const NOTE_QUICK = statement<
  {
    deviceIds: readonly number[];
    hashes: readonly Buffer[];
    phones: readonly string[];
    times: readonly Date[];
    quickMs: number;
  },
  QuickReply
>(
  'messages.note_quick_replies',
  `insert into quick_replies (device_id, text_hash, phone, at)
   select g.device_id, g.text_hash, g.phone, max(g.at)
   from unnest(:deviceIds::bigint[], :hashes::bytea[], :phones::text[], :times::timestamptz[])
     as g (device_id, text_hash, phone, at)
   cross join lateral (
     select created_at from messages
     where device_id = g.device_id and phone = g.phone and length(phone) <= 512 and direction = 'in' and id > 0
     order by id desc limit 1
   ) heard
   where g.at - heard.created_at >= interval '0' and g.at - heard.created_at < :quickMs::int * interval '1 millisecond'
   group by g.device_id, g.text_hash, g.phone
   order by g.device_id, g.text_hash, g.phone
   on conflict (device_id, text_hash, phone) do update set at = excluded.at
   returning device_id, text_hash, phone`,
);

/** Replies within `quickMs` of the customer's last message. */
export function noteQuick(
  tx: Queryable,
  rows: readonly (QuickReply & { at: Date })[],
  quickMs: number,
): Promise<QuickReply[]> {
  return NOTE_QUICK.all(tx, {
    deviceIds: rows.map((row) => row.device_id),
    hashes: rows.map((row) => row.text_hash),
    phones: rows.map((row) => row.phone),
    times: rows.map((row) => row.at),
    quickMs,
  });
}

const FIND_COMMON = statement<
  { deviceIds: readonly number[]; hashes: readonly Buffer[]; chats: number },
  Pick<QuickReply, 'device_id' | 'text_hash'>
>(
  'messages.find_common_replies',
  `select g.device_id, g.text_hash
   from unnest(:deviceIds::bigint[], :hashes::bytea[]) as g (device_id, text_hash)
   cross join lateral (
     select count(*) as count from (
       select from quick_replies where device_id = g.device_id and text_hash = g.text_hash limit :chats
     ) noted
   ) counted
   where counted.count = :chats`,
);

/** Noted in this number of chats. */
export function findCommon(
  tx: Queryable,
  rows: readonly QuickReply[],
  chats: number,
): Promise<Pick<QuickReply, 'device_id' | 'text_hash'>[]> {
  return FIND_COMMON.all(tx, {
    deviceIds: rows.map((row) => row.device_id),
    hashes: rows.map((row) => row.text_hash),
    chats,
  });
}

/** Returns the number deleted, at most `limit`. */
export const deleteOld = statement<{ before: Date; limit: number }>(
  'messages.delete_quick_replies',
  `delete from quick_replies
   where ctid = any (array(select ctid from quick_replies where at < :before order by at limit :limit))`,
).run;
