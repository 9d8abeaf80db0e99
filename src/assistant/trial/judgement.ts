import type { Context } from '../../context.ts';
import { MAX_TEXT } from '../../gateway/engines/kinds.ts';
import { DAY, MINUTE } from '../../platform/lib/clock.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { inChunks } from '../../platform/lib/in-chunks.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import type { AssistantAnswer } from '../answering/answer.ts';
import type { Chat, Incoming } from '../chat.ts';
import * as store from './judgement-store.ts';

/** As decisions. */
const KEEP_MS = 90 * DAY;
/** When staff, or the customer, is looked for after an answer of the assistant. */
export const FIRST_LOOK_MS = 10 * MINUTE;
export const JUDGING = 'assistant.judge';

interface Decided {
  decision_id: string;
  now: Date;
}

const ofChat = (chat: Chat, incoming: readonly Incoming[], { decision_id, now }: Decided) => ({
  accountId: chat.account_id,
  conversationId: chat.conversation_id,
  deviceId: chat.device_id,
  decisionUuid: decision_id,
  messageIds: incoming.map(({ id }) => id),
  now,
});

/** In shadow mode: the job judges these messages. */
export async function watchMessages(
  tx: Tx,
  chat: Chat,
  incoming: readonly Incoming[],
  { dueAt, ...decided }: Decided & { dueAt: Date },
): Promise<void> {
  await store.watch(tx, { ...ofChat(chat, incoming, decided), dueAt });
  await enqueue(tx, { name: JUDGING, accountId: chat.account_id, at: dueAt });
}

/** In live mode, in the transaction of the answer. */
export async function noteAnswer(
  tx: Tx,
  chat: Chat,
  { incoming, answer, decided }: { incoming: readonly Incoming[]; answer: AssistantAnswer; decided: Decided },
): Promise<void> {
  const { action, reason } = answer;
  const isFollowed = (action === 'answer' && reason !== 'small_talk') || action === 'clarify';
  const dueAt = isFollowed ? new Date(decided.now.getTime() + FIRST_LOOK_MS) : null;
  await store.note(tx, { ...ofChat(chat, incoming, decided), ...judged(answer), dueAt });
}

/** The columns of an answer. */
export const judged = ({ action, reason, faq_id, confidence, text }: AssistantAnswer) => ({
  action,
  reason,
  faqUuid: faq_id,
  score: confidence,
  answer: text === '' ? null : text.slice(0, MAX_TEXT).toWellFormed(),
});

/** Ids grow with time, so the oldest ones come first. */
export function deleteOldJudgements(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const olderThan = new Date(ctx.now().getTime() - KEEP_MS);
  return inChunks((limit) => store.deleteOld(ctx.db, { olderThan, limit }));
}
