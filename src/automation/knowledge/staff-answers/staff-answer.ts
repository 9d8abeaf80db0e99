import type { Caller } from '../../../accounts/account.ts';
import type { Context } from '../../../context.ts';
import { getConversation } from '../../../conversations/conversation.ts';
import { findMessage, rangesOfOne } from '../../../conversations/history.ts';
import { ApiError, FieldErrors } from '../../../lib/errors.ts';
import { cut } from '../../../lib/text.ts';
import { type FoundMessage, listHistory } from '../../../messages/history/history.ts';
import { addVariant, createFaq, type FaqRow, listFaqs } from '../faqs/faq.ts';
import { MAX_ANSWER, MAX_QUESTION } from '../faqs/schema.ts';
import { type LearnAnswer, writtenAnswer } from './schema.ts';

/** Messages before the answer in which its question is looked for. */
const MAX_BEFORE = 10;
/** Pairs with the answer as a part of theirs. */
const MAX_SAME = 20;

/** What staff wrote on a question becomes an FAQ pair, or one more question of a pair. */
export interface Learned {
  faq: FaqRow;
  question: string;
}

/**
 * ApiError conversation_not_found, message_not_found, faq_not_found, knowledge_limit_reached. FieldErrors when the
 * message is no answer, or no question precedes it.
 */
export async function learnAnswer(
  ctx: Context,
  account: Caller,
  { conversation: uuid, message: publicId }: { conversation: string; message: number },
  given: LearnAnswer,
): Promise<Learned> {
  const conversation = await getConversation(ctx, account, uuid);
  const message = await findMessage(ctx, { ...conversation, account_id: account.id }, publicId);
  if (!message || message.applied?.deleted_at) throw new ApiError('message_not_found');
  const answer = answerIn(message, message.applied?.edits.at(-1)?.body ?? message.body);
  const question = given.question ?? (await questionBefore(ctx, conversation, message));
  if (given.faq_id !== undefined) {
    return { faq: await addVariant(ctx, account, given.faq_id, question), question };
  }
  const same = await pairWith(ctx, account, answer);
  const faq = same
    ? await addVariant(ctx, account, same.faq_uuid, question)
    : await createFaq(ctx, account, { answer, questions: [question] });
  return { faq, question };
}

/** Texts of automations come from the knowledge already, and broadcasts answer nothing. */
function answerIn({ direction, source }: FoundMessage, body: string | null): string {
  const isWritten = direction === 'out' && source !== 'bot' && source !== 'broadcast';
  const answer = isWritten ? writtenAnswer.safeParse(body ?? '') : null;
  if (answer?.success) return answer.data;
  const problem = `must be a text of staff with at most ${MAX_ANSWER} characters`;
  throw new FieldErrors({ message_id: [problem] });
}

/** The texts of the customer since the last message of the business. */
async function questionBefore(
  ctx: Context,
  conversation: Parameters<typeof rangesOfOne>[1],
  { id }: FoundMessage,
): Promise<string> {
  const ranges = await rangesOfOne(ctx, conversation);
  const rows = await listHistory(ctx.db, ranges, { before: id, limit: MAX_BEFORE });
  const end = rows.findIndex(({ direction }) => direction === 'out');
  const texts = (end === -1 ? rows : rows.slice(0, end)).flatMap(({ body }) => body?.trim() || []);
  const question = cut(texts.reverse().join(' '), MAX_QUESTION).trim();
  if (question === '') throw new FieldErrors({ question: ['is required: no text of the customer precedes'] });
  return question;
}

async function pairWith(ctx: Context, account: Caller, answer: string): Promise<FaqRow | undefined> {
  const { faqs } = await listFaqs(ctx, account, { q: answer, limit: MAX_SAME });
  return faqs.find((faq) => faq.answer === answer);
}
