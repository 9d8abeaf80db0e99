import { statement } from '../../../platform/lib/db/statement.ts';

interface OfConversation {
  conversationId: number;
  accountId: number;
  /** JSON by the ids of fields; null takes a value away. */
  given: string;
}

/** No row: nothing changed. */
export const setValues = statement<OfConversation, { conversation_id: number }>(
  'conversations.set_values',
  `insert into conversation_values as v (conversation_id, account_id, fields)
   values (:conversationId, :accountId, kurir_contact_fields(:accountId::bigint, null, :given::jsonb))
   on conflict (conversation_id) do update
     set fields = kurir_contact_fields(:accountId::bigint, v.fields, :given::jsonb)
     where v.fields is distinct from kurir_contact_fields(:accountId::bigint, v.fields, :given::jsonb)
   returning conversation_id`,
).inTx.first;

/** Takes values of deleted fields from the next conversations. Null: there are no more. */
export const dropValues = statement<
  { accountId: number; after: number; limit: number },
  { last: number | null }
>(
  'conversations.drop_values',
  `with next as materialized (
     select conversation_id from conversation_values where account_id = :accountId and conversation_id > :after
     order by conversation_id limit :limit::bigint for update
   ), dropped as (
     update conversation_values v set fields = kurir_contact_fields(v.account_id, null, v.fields)
     where v.conversation_id = any (array(select conversation_id from next))
       and v.fields is distinct from kurir_contact_fields(v.account_id, null, v.fields)
   )
   select max(conversation_id) as last from next`,
).inTx.one;
