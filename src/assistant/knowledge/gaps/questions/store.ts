import type { Tx } from '../../../../platform/lib/db/db.ts';
import { statement } from '../../../../platform/lib/db/statement.ts';

export interface NewQuestion {
  accountId: number;
  conversationId: number;
  /** The last one names the question. */
  messageIds: readonly number[];
  faqUuid: string | null;
  score: number | null;
  dueAt: Date;
}

const INSERT = statement<NewQuestion & { messageId: number; now: Date }>(
  'knowledge.insert_unanswered',
  `insert into unanswered_questions
     (message_id, message_ids, account_id, conversation_id, faq_uuid, score, asked_at, due_at)
   values (:messageId, :messageIds::bigint[], :accountId, :conversationId, :faqUuid::uuid, :score::real,
     :now::timestamptz, :dueAt)
   on conflict (message_id) do nothing`,
);

/** A repeated decision notes nothing more. */
export async function insertQuestion(tx: Tx, question: NewQuestion, now: Date): Promise<void> {
  const messageId = question.messageIds.at(-1);
  if (messageId !== undefined) await INSERT.run(tx, { ...question, messageId, now });
}

interface Place {
  accountId: number;
  conversationId: number;
}

/** The customer got an answer after all. */
export const deleteOpenQuestions = statement<Place>(
  'knowledge.delete_clarified',
  `delete from unanswered_questions
   where conversation_id = :conversationId and account_id = :accountId and due_at > asked_at`,
).inTx.run;

/** They wait no longer for a choice of the customer. */
export const releaseOpenQuestions = statement<Place & { now: Date }>(
  'knowledge.release_clarified',
  `update unanswered_questions set due_at = least(due_at, :now::timestamptz)
   where conversation_id = :conversationId and account_id = :accountId`,
).inTx.run;
