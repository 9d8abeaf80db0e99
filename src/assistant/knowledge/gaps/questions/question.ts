import { DAY } from '../../../../platform/lib/clock.ts';
import type { Tx } from '../../../../platform/lib/db/db.ts';
import type { Chat, Incoming } from '../../../chat.ts';
import * as store from './store.ts';

/** Until then a customer may choose. */
const CHOICE_MS = 1 * DAY;

export interface Lesson {
  /** Null: it knew, or there was no question. */
  question: 'unanswered' | 'clarified' | null;
  /** Of one that was asked back. Null: none, or it waits on. */
  earlier: 'answered' | 'unanswered' | null;
  /** The nearest. */
  candidate: { faq_id: string; score: number } | null;
}

export interface Asking {
  /** Of one turn. */
  messages: readonly Pick<Incoming, 'id' | 'text'>[];
  lesson: Lesson;
}

/** In the transaction of the decision. One row, without a lock of the account. */
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
