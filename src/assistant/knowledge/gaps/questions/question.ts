import { DAY } from '../../../../platform/lib/clock.ts';
import type { Tx } from '../../../../platform/lib/db/db.ts';
import type { Chat, Incoming } from '../../../chat.ts';
import * as store from './store.ts';

/** Until then a customer who was asked back may choose. */
const CHOICE_MS = 1 * DAY;

/** What one turn of the assistant means for the knowledge gaps. */
export interface Lesson {
  /** The assistant did not know, or asked back. Null: it knew, or there was no question. */
  question: 'unanswered' | 'clarified' | null;
  /** How an earlier question ended that was asked back. Null: there is none, or it waits on. */
  earlier: 'answered' | 'unanswered' | null;
  /** The FAQ pair that came nearest. */
  candidate: { faq_id: string; score: number } | null;
}

export interface Asking {
  /** Of one turn. */
  messages: readonly Pick<Incoming, 'id' | 'text'>[];
  lesson: Lesson;
}

/** Belongs to the transaction of the decision. One row, without any lock of the account. */
export async function noteQuestion(
  tx: Tx,
  { account_id: accountId, conversation_id: conversationId }: Pick<Chat, 'account_id' | 'conversation_id'>,
  { messages, lesson }: Asking,
  now: Date,
): Promise<void> {
  const { question, earlier, candidate } = lesson;
  if (earlier === 'answered') await store.deleteOpenQuestions(tx, { accountId, conversationId });
  if (earlier === 'unanswered') await store.releaseOpenQuestions(tx, { accountId, conversationId, now });
  if (question === null) return;
  const messageIds = messages.flatMap(({ id, text }) => (text?.trim() ? [id] : []));
  const dueAt = question === 'clarified' ? new Date(now.getTime() + CHOICE_MS) : now;
  const near = { faqUuid: candidate?.faq_id ?? null, score: candidate?.score ?? null };
  await store.insertQuestion(tx, { accountId, conversationId, messageIds, ...near, dueAt }, now);
}
