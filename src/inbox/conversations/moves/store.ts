import { statement } from '../../../platform/lib/db/statement.ts';

const MAX_CONVERSATIONS = 200;

/** Replies to conversations of the person go to the new address. Those that have it already are left out. */
export const moveConversations = statement<
  { personId: number; from: readonly string[]; to: string },
  { id: number; account_id: number; episode: number }
>(
  'conversations.move',
  `update conversations set phone = :to
   where id = any (array(
     select id from conversations
     where person_id = :personId and merged_into is null and phone = any (:from::text[])
     order by id limit ${MAX_CONVERSATIONS} for no key update
   ))
   returning id, account_id, episode`,
).inTx.all;
