import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** Per user. A further one replaces the oldest. */
const MAX_OF_USER = 20;
/** Of an account, in one answer. */
const MAX_VIEWERS = 5_000;

interface Look {
  conversationId: number;
  userId: number;
}

const LOOK = statement<
  Look & { accountId: number; viewingUntil: Date; typingUntil: Date | null; max: number }
>(
  'conversations.look',
  `with older as materialized (
    select conversation_id from conversation_viewers
    where user_id = :userId and conversation_id <> :conversationId
    order by viewing_until desc, conversation_id offset :max::bigint
  ), dropped as (
    delete from conversation_viewers
    where user_id = :userId and conversation_id = any (array(select conversation_id from older))
  )
  insert into conversation_viewers (conversation_id, user_id, account_id, viewing_until, typing_until)
  values (:conversationId, :userId, :accountId, :viewingUntil, :typingUntil)
  on conflict (conversation_id, user_id) do update set
    viewing_until = excluded.viewing_until, typing_until = excluded.typing_until`,
);

export async function look(
  db: Db,
  given: Look & { accountId: number; viewingUntil: Date; typingUntil: Date | null },
): Promise<void> {
  await LOOK.run(db, { ...given, max: MAX_OF_USER - 1 });
}

export const leave = statement<Look>(
  'conversations.leave',
  'delete from conversation_viewers where conversation_id = :conversationId and user_id = :userId',
).run;

export interface ViewerRow {
  user_id: number;
  is_typing: boolean;
}

export const listViewers = statement<{ conversationId: number; now: Date }, ViewerRow>(
  'conversations.list_viewers',
  `select user_id, coalesce(typing_until > :now::timestamptz, false) as is_typing
   from conversation_viewers
   where conversation_id = :conversationId and viewing_until > :now::timestamptz order by user_id`,
).all;

/** A viewer of one of the conversations of an account. */
export interface ViewedRow extends ViewerRow {
  account_id: number;
  conversation_uuid: string;
  /** The device that speaks for the number. */
  device_id: number | null;
}

export const listViewed = statement<{ accountIds: readonly number[]; now: Date }, ViewedRow>(
  'conversations.list_viewed',
  `select a.id as account_id, v.user_id, v.is_typing, c.conversation_uuid, ch.device_id
   from unnest(:accountIds::bigint[]) as a (id)
   cross join lateral (
     select conversation_id, user_id, viewing_until, coalesce(typing_until > :now::timestamptz, false) as is_typing
     from conversation_viewers where account_id = a.id limit ${MAX_VIEWERS}
   ) v
   cross join lateral (select conversation_uuid, channel_id from conversations where id = v.conversation_id offset 0) c
   cross join lateral (select device_id from channels where id = c.channel_id offset 0) ch
   where v.viewing_until > :now::timestamptz
   order by v.conversation_id, v.user_id`,
).all;

/** A user types in a chat of this device. */
export interface TypedRow {
  conversation_id: number;
  device_id: number;
  phone: string;
  /** The last message of the customer. */
  wa_message_id: string;
}

export const listTyped = statement<{ deviceIds: readonly number[]; now: Date }, TypedRow>(
  'conversations.list_typed',
  `select c.id as conversation_id, d.id as device_id, c.phone, m.wa_message_id
   from unnest(:deviceIds::bigint[]) as asked (id)
   cross join lateral (select id, account_id from devices where id = asked.id offset 0) d
   cross join lateral (
     select distinct conversation_id from (
       select conversation_id, typing_until from conversation_viewers
       where account_id = d.account_id limit ${MAX_VIEWERS}
     ) v
     where v.typing_until > :now::timestamptz
   ) v
   cross join lateral (select id, channel_id, phone from conversations where id = v.conversation_id offset 0) c
   cross join lateral (select device_id from channels where id = c.channel_id offset 0) ch
   cross join lateral (
     select wa_message_id from messages
     where device_id = d.id and phone = c.phone and direction = 'in' and length(phone) <= 512 and id > 0
     order by id desc limit 1
   ) m
   where ch.device_id = d.id and m.wa_message_id is not null`,
).all;

/** Returns the number of deleted rows. */
export const deleteEnded = statement<{ before: Date; limit: number }>(
  'conversations.delete_ended_views',
  `delete from conversation_viewers
   where (conversation_id, user_id) in (
     select conversation_id, user_id from conversation_viewers
     where viewing_until <= :before order by viewing_until limit :limit::bigint for update skip locked
   )`,
).run;
