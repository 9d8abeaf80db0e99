import { statement } from '../../../platform/lib/db/statement.ts';
import { type AfterPlace, isAfterPlace, type TimePlace } from '../../../platform/lib/time-place.ts';
import { chatSql } from '../chat-sql.ts';

/** Together all messages that no longer wait. Each has an index by account and time. */
const SCOPES = {
  sent: `direction = 'out' and not due and not held and status <> 'queued' and kept_reason is null
       and not_before < :before::timestamptz`,
  received: `direction = 'in' and (details is null or not details ? 'edit')`,
  edits: `direction = 'in' and details ? 'edit'`,
} as const;
export type Scope = keyof typeof SCOPES;

/** Of a customer who waits for an answer since this message or an earlier one. */
const IS_AWAITED = `exists (
       select from (select channel_id from devices where id = m.device_id offset 0) d
       cross join lateral ${chatSql('m', 'd.channel_id')} chat
       cross join lateral (
         select owner_state, waiting_since from conversations
         where conversation_uuid = chat.conversation_uuid offset 0
       ) c
       where c.owner_state <> 'closed' and c.waiting_since <= m.created_at
     )`;

export interface Old {
  accountId: number;
  before: Date;
}

export interface OldMessage extends TimePlace {
  created_at: Date;
  broadcast_id: number | null;
  /** Its file is still in the storage. */
  has_file: boolean;
  is_awaited: boolean;
}

const find = (scope: Scope) =>
  statement<Old & AfterPlace & { limit: number }, OldMessage>(
    `messages.find_old_${scope}`,
    `select m.id, m.created_at, m.created_at::text as at, m.broadcast_id, coalesce(f.has_file, false) as has_file,
       ${scope === 'sent' ? 'false' : IS_AWAITED} as is_awaited
     from (
       select id, account_id, device_id, phone, created_at, broadcast_id from messages
       where ${SCOPES[scope]} and account_id = :accountId and created_at < :before::timestamptz
         and created_at >= coalesce(:afterAt::timestamptz, '-infinity')
         and ${isAfterPlace('created_at', 'id')}
       order by created_at, id limit :limit::bigint for update skip locked
     ) m
     left join lateral (
       select true as has_file from message_media where message_id = m.id and removed_at is null limit 1
     ) f on true
     order by m.created_at, m.id`,
  );
const FIND = { sent: find('sent'), received: find('received'), edits: find('edits') };

/** Locks them. A message that another process changes at this moment is left out. */
export const findOld = (scope: Scope) => FIND[scope].inTx.all;

const count = (scope: Scope) =>
  statement<Old & { most: number }, { messages: number }>(
    `messages.count_old_${scope}`,
    `select count(*)::int as messages from (
       select from messages
       where ${SCOPES[scope]} and account_id = :accountId and created_at < :before::timestamptz
       limit :most::bigint
     ) old`,
  );
const COUNT = { sent: count('sent'), received: count('received'), edits: count('edits') };

/** At most `most`. Also those that will stay, because a customer waits. */
export const countOld = (scope: Scope) => COUNT[scope].one;

interface OfMessages {
  ids: readonly number[];
}

/** Their reactions, edits and deletions. */
export const deleteChanges = statement<OfMessages>(
  'messages.delete_old_changes',
  `delete from message_changes where id = any (array(
     select c.id
     from unnest(:ids::bigint[]) as i (id)
     cross join lateral (
       select device_id, phone, wa_message_id, reserved_wa_id from messages where id = i.id offset 0
     ) m
     cross join lateral (
       select id from message_changes
       where device_id = m.device_id and phone = m.phone
         and target_wa_message_id = any (array[m.wa_message_id, m.reserved_wa_id]) offset 0
     ) c
   ))`,
).inTx.run;

export const deleteMessages = statement<OfMessages>(
  'messages.delete_old',
  `with files as (
     delete from message_media where message_id = any (:ids::bigint[])
   )
   delete from messages where id = any (:ids::bigint[])`,
).inTx.run;
