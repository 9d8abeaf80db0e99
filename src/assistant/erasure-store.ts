import type { Tx } from '../platform/lib/db/db.ts';
import { statement } from '../platform/lib/db/statement.ts';

interface Of {
  accountId: number;
  conversationIds: readonly number[];
}

const END_WORK = statement<Of>(
  'automation.end_erased_work',
  `with turns as (
     delete from automation_turns where conversation_id = any (:conversationIds::bigint[])
   ), sessions as (
     delete from flow_sessions where conversation_id = any (:conversationIds::bigint[])
   ), chats as (
     delete from assistant_chats where conversation_id = any (:conversationIds::bigint[])
   ), pauses as (
     delete from auto_reply_pauses where conversation_id = any (:conversationIds::bigint[])
   ), questions as (
     delete from gap_questions where conversation_id = any (:conversationIds::bigint[])
   )
   delete from unanswered_questions
   where conversation_id = any (:conversationIds::bigint[]) and account_id = :accountId`,
);

/** What runs in the conversations, and what they ask. */
export const endWork = END_WORK.inTx.run;

export const forgetIgnored = statement<{ accountId: number; phones: readonly string[] }>(
  'automation.erase_ignored_phones',
  'delete from automation_ignored_phones where account_id = :accountId and phone = any (:phones::text[])',
).inTx.run;

const NO_CONTENT =
  'candidates = null, shadow = null, sources = null, menu = null, text_hash = null, wa_message_id = null';

const ERASE_DECISIONS = statement<Of & { after: number; limit: number }, { id: number }>(
  'automation.erase_decisions',
  `with found as materialized (
     select d.id, d.state
     from unnest(:conversationIds::bigint[]) as c (id)
     cross join lateral (
       select id, state from automation_decisions
       where conversation_id = c.id and account_id = :accountId and id > :after::bigint order by id limit :limit::bigint
     ) d
     order by d.id limit :limit::bigint
   ), erased as (
     update automation_decisions set ${NO_CONTENT}
     where id = any (array(select id from found where state = 'decided'))
   ), dropped as (
     delete from automation_decisions where id = any (array(select id from found where state <> 'decided'))
   )
   select id from found order by id`,
);

/** What was decided, and when, are figures. */
export const eraseDecisions = ERASE_DECISIONS.inTx.all;

const FORGET_MESSAGES = statement<{ ids: readonly number[] }>(
  'automation.forget_old_messages',
  `with questions as (
     delete from gap_questions where message_id = any (:ids::bigint[])
   ), unanswered as (
     delete from unanswered_questions where message_id = any (:ids::bigint[])
   )
   update automation_decisions set ${NO_CONTENT} where message_id = any (:ids::bigint[]) and state = 'decided'`,
);

/** The questions of messages that go. Gaps keep their counts. */
export const forgetMessages = FORGET_MESSAGES.inTx.run;

const ERASE_JUDGEMENTS = statement<Of>(
  'automation.erase_judgements',
  `with dropped as (
     delete from assistant_judgements
     where conversation_id = any (:conversationIds::bigint[]) and account_id = :accountId and state <> 'settled'
   )
   update assistant_judgements set answer = null
   where conversation_id = any (:conversationIds::bigint[]) and account_id = :accountId and state = 'settled'`,
);

export const eraseJudgements = (tx: Tx, of: Of) => ERASE_JUDGEMENTS.run(tx, of);
