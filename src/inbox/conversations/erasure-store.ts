import type { Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';

interface OfPeople {
  accountId: number;
  personIds: readonly number[];
}

const LIST = statement<OfPeople, { id: number }>(
  'conversations.list_erased',
  `select c.id from unnest(:personIds::bigint[]) as p (id)
   cross join lateral (select id, account_id from conversations where person_id = p.id offset 0) c
   where c.account_id = :accountId order by c.id`,
);

/** Also merged ones. */
export async function listConversationsOf(
  db: Queryable,
  accountId: number,
  personIds: readonly number[],
): Promise<number[]> {
  return (await LIST.all(db, { accountId, personIds })).map(({ id }) => id);
}

/** Shown by itself, a conversation is in no list. No reader knows the new public id. */
const HIDE = statement<{ ids: readonly number[]; pseudonym: string }>(
  'conversations.hide_erased',
  `update conversations set merged_into = id, conversation_uuid = gen_random_uuid(), phone = :pseudonym,
     owner_state = 'closed', owner_reason = null, ownership_version = ownership_version + 1, assignee = null,
     unread = 0,
     waiting_since = null, answering_since = null, answering_from = null, snoozed_until = null, timer_at = null,
     standby_since = null, bot_context_from = null
   where id = any (:ids::bigint[]) and phone <> :pseudonym`,
);

const FORGET_STATE = statement<{ ids: readonly number[] }>(
  'conversations.forget_erased_state',
  `with labels as (
     delete from conversation_labels where conversation_id = any (:ids::bigint[])
   ), parts as (
     delete from conversation_parts where conversation_id = any (:ids::bigint[])
   ), assignments as (
     delete from auto_assignments where conversation_id = any (:ids::bigint[])
   ), senders as (
     delete from new_senders where conversation_id = any (:ids::bigint[])
   ), own_values as (
     delete from conversation_values where conversation_id = any (:ids::bigint[])
   ), viewers as (
     delete from conversation_viewers where conversation_id = any (:ids::bigint[])
   )
   delete from open_answers where conversation_id = any (:ids::bigint[])`,
);

/** Locks the rows of the conversations first. */
export async function hideConversations(
  tx: Tx,
  params: { ids: readonly number[]; pseudonym: string },
): Promise<number> {
  const hidden = await HIDE.run(tx, params);
  await FORGET_STATE.run(tx, params);
  return hidden;
}

const ERASE_NOTES = statement<
  { ids: readonly number[]; after: number; limit: number },
  { id: number; is_note: boolean }
>(
  'conversations.erase_notes',
  `with found as materialized (
     select e.id, e.kind = 'note' as is_note
     from unnest(:ids::bigint[]) as c (id)
     cross join lateral (
       select id, kind from conversation_events where conversation_id = c.id and id > :after::bigint
       order by id limit :limit::bigint
     ) e
     order by e.id limit :limit::bigint
   ), kept as (
     update conversation_events e set body = null, message_ids = null,
       details = case when details ? 'assignee' then jsonb_build_object('assignee', details -> 'assignee') else '{}' end
     where e.id = any (array(select id from found where not is_note))
   ), gone as (
     delete from conversation_events where id = any (array(select id from found where is_note))
   )
   select id, is_note from found order by id`,
);

/** Notes go. Who had the conversation, and when, are figures. */
export const eraseNotes = ERASE_NOTES.inTx.all;

/** Before the notes that mention. */
const FORGET_REST = statement<{ ids: readonly number[] }>(
  'conversations.erase_rest',
  `with mentioned as (
     delete from mentions where conversation_id = any (:ids::bigint[])
   ), unsent as (
     delete from unsent_answers where conversation_id = any (:ids::bigint[])
   )
   update conversation_touches set referral = null
   where conversation_id = any (:ids::bigint[]) and referral is not null`,
);

export const eraseRest = FORGET_REST.inTx.run;
