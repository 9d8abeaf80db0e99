import type { Context } from '../../../context.ts';
import { type FoundMessage, listHistory } from '../../../gateway/messages/history/history.ts';
import { getConversation } from '../../../inbox/conversations/conversation.ts';
import { findMessage, rangesOfOne } from '../../../inbox/conversations/history.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { cut } from '../../../platform/lib/text.ts';
import { changeKnowledge } from '../change.ts';
import { type FaqRow, getFaq, teachQuestions } from '../faqs/faq.ts';
import { MAX_ANSWER, MAX_QUESTION } from '../faqs/schema.ts';
import { type LearnAnswer, writtenAnswer } from './schema.ts';

const MAX_BEFORE = 10;

/** An FAQ pair, or one more question of a pair. */
export interface Learned {
  faq: FaqRow;
  question: string;
}

/**
 * ApiError conversation_not_found, message_not_found, faq_not_found, knowledge_limit_reached. FieldErrors without an
 * answer or a question before it.
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
  const faq = await changeKnowledge(ctx, account, async (tx) => {
    const present = given.faq_id === undefined ? null : await getFaq(tx, account, given.faq_id);
    const to = present ? { present } : { answer };
    const taught = await teachQuestions(tx, ctx, account, { questions: [question], ...to });
    const { faq: result, action } = taught;
    return { result, entry: action && { action, target: result.faq_uuid } };
  });
  return { faq, question };
}

/** Automations answer from the knowledge, and broadcasts answer nothing. */
function answerIn({ direction, source }: FoundMessage, body: string | null): string {
  const isWritten = direction === 'out' && source !== 'bot' && source !== 'broadcast';
  const answer = isWritten ? writtenAnswer.safeParse(body ?? '') : null;
  if (answer?.success) return answer.data;
  const problem = `must be a text of staff with at most ${MAX_ANSWER} characters`;
  throw new FieldErrors({ message_id: [problem] });
}

/** Since the last message of the business. */
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
