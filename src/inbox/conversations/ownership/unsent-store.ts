import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** Conversations with failed answers, in the order of their ids. */
export const listUnsent = statement<{ after: number; limit: number }, { id: number }>(
  'conversations.list_unsent_answers',
  `select distinct conversation_id as id from unsent_answers where conversation_id > :after
   order by conversation_id limit :limit`,
).all;

const SETTLE = statement<{ id: number; now: Date }, { replies: number }>(
  'conversations.settle_unsent_answers',
  `with removed as (
     delete from unsent_answers where conversation_id = :id returning id, reply_id, error_code
   ), noted as (
     insert into conversation_events (account_id, conversation_id, episode, kind, actor, details, created_at)
     select c.account_id, c.id, c.episode, 'reply_failed', 'system',
       jsonb_build_object('message_id', r.reply_id, 'error_code', r.error_code), :now::timestamptz
     from removed r cross join (select id, account_id, episode from conversations where id = :id) c
     where r.reply_id is not null order by r.id
   )
   select count(reply_id)::int as replies from removed`,
);

/** Removes the entries. The timeline says which replies of staff failed. Returns their number. */
export async function settleUnsent(tx: Tx, id: number, now: Date): Promise<number> {
  return (await SETTLE.one(tx, { id, now })).replies;
}
