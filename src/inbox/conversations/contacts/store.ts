import { statement } from '../../../platform/lib/db/statement.ts';

export interface SenderRow {
  id: number;
  account_id: number;
  /** Null: the number is hidden, or the person erased. */
  phone: string | null;
  name: string | null;
}

/** In the order in which they wrote. */
export const listSenders = statement<{ limit: number }, SenderRow>(
  'conversations.list_senders',
  `select s.id, s.account_id, p.name,
     case when known.is_known is null then null when c.phone ~ '^\\d{8,15}$' then c.phone else k.value end as phone
   from (select * from new_senders order by id limit :limit::bigint) s
   cross join lateral (select phone, person_id from conversations where id = s.conversation_id offset 0) c
   cross join lateral (select name from people where id = c.person_id offset 0) p
   -- An erased person has no identity.
   left join lateral (
     select true as is_known from person_identities where person_id = c.person_id limit 1
   ) known on true
   left join lateral (
     select value from person_identities where person_id = c.person_id and kind = 'phone' order by value limit 1
   ) k on true
   order by s.id`,
).all;

export const deleteSenders = statement<{ ids: readonly number[] }>(
  'conversations.delete_senders',
  'delete from new_senders where id = any (:ids::bigint[])',
).run;

/** Notes the chats with these numbers, in their first spelling, where live streams show them. */
export const noteNames = statement<{ accountIds: readonly number[]; phones: readonly string[] }>(
  'conversations.note_names',
  `insert into stream_changes (account_id, kind, ref_id)
   select i.account_id, 'conversation.changed', c.id
   from (select distinct * from unnest(:accountIds::bigint[], :phones::text[]) as i (account_id, phone)) i
   cross join lateral (
     select true from stream_accounts where account_id = i.account_id and is_live offset 0
   ) live
   cross join lateral (
     select person_id from person_identities k
     where k.account_id = i.account_id and k.kind = 'phone' and k.value = i.phone limit 1
   ) k
   cross join lateral (select id from conversations where person_id = k.person_id offset 0) c`,
).inTx.run;
