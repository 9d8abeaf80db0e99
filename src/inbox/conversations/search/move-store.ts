import { statement } from '../../../platform/lib/db/statement.ts';
import { namesIn } from './lexemes.ts';

/** These messages belong to another conversation now, whose name is one of their words. */
export const moveTexts = statement<{ ids: readonly number[]; from: number; to: number }>(
  'conversations.move_search_texts',
  `update search_texts t set conversation_id = :to::bigint,
     words = ts_delete(t.words, chr(1) || 'c' || :from::bigint)
       || ${namesIn({ account: 't.account_id', conversation: ':to::bigint', message: 't.message_id' })}
   where t.message_id = any (:ids::bigint[]) and t.conversation_id = :from::bigint`,
).inTx.run;
