import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { findNames } from '../../gateway/contacts/contact.ts';
import { getDeviceOrChat } from '../../gateway/devices/device.ts';
import { getConversation } from '../../inbox/conversations/conversation.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { Pace } from '../../platform/lib/order-of-work.ts';
import { spellingsOf } from '../../platform/lib/phone-spellings.ts';
import type { AssistantAnswer } from '../answering/answer.ts';
import { choicesOf } from '../answering/choices.ts';
import { answerText } from '../answering/faqs.ts';
import type { Asked, Assistant } from '../assistant.ts';
import { getFaqs } from '../knowledge/knowledge.ts';
import { valuesFor } from '../texts.ts';
import type { SuggestedReply, SuggestionsView } from './schema.ts';
import { readUnanswered } from './unanswered.ts';

/** In one period of the pace, in this process. */
const MOST = 8;
/** While earlier work is late. */
const MAX_WAIT_MS = 5_000;

export interface Suggestions {
  /**
   * Answers to what the customer waits for, for staff to send. Stores and sends nothing. ApiError
   * conversation_not_found, suggestion_under_way, service_unavailable.
   */
  suggest(account: Sight, actor: Actor, conversationId: string): Promise<SuggestionsView>;
}

/** One per process: a caller has one suggestion at a time, and all of them wait for earlier work. */
export function openSuggestions(ctx: Context, assistant: Pick<Assistant, 'reply'>): Suggestions {
  const underWay = new Set<string>();
  const pace = new Pace(ctx.order, ctx, { kind: 'answers', most: MOST });
  return {
    async suggest(account, { type, id }, conversationId) {
      const caller = `${account.id} ${type} ${id}`;
      if (underWay.has(caller)) throw new ApiError('suggestion_under_way');
      underWay.add(caller);
      try {
        await turnOf(pace);
        return await suggested(ctx, assistant, account, conversationId);
      } finally {
        underWay.delete(caller);
      }
    },
  };
}

async function turnOf(pace: Pace): Promise<void> {
  for (let waitedMs = 0, ms = pace.waitMs(); ms > 0; waitedMs += ms, ms = pace.waitMs()) {
    if (waitedMs >= MAX_WAIT_MS) throw new ApiError('service_unavailable');
    await wait(ms);
  }
  pace.spend(1);
}

async function suggested(
  ctx: Context,
  assistant: Pick<Assistant, 'reply'>,
  account: Sight,
  conversationId: string,
): Promise<SuggestionsView> {
  const chat = await getConversation(ctx, account, conversationId);
  const { device_uuid: deviceUuid } = chat;
  const [question, names, device] = await Promise.all([
    readUnanswered(ctx, chat),
    findNames(ctx, account.id, spellingsOf(chat.phone)),
    deviceUuid === null ? null : getDeviceOrChat(ctx, account, deviceUuid),
  ]);
  if (question === '') return { question, reason: 'no_question', language_model: null, suggestions: [] };
  const asked: Asked = {
    account_id: account.id,
    person_name: [...names.values()][0] ?? chat.person_name,
    phone: chat.phone,
    device_id: device?.id ?? null,
    device_uuid: deviceUuid,
    device_label: device?.label ?? null,
  };
  const { answer } = await assistant.reply(asked, question);
  const suggestions = await draftsOf(ctx.db, asked, answer);
  return { question, reason: answer.reason, language_model: answer.language_model, suggestions };
}

/** The answer that the customer would get. Where the assistant would ask back, the pairs that it would offer. */
async function draftsOf(db: Db, asked: Asked, answer: AssistantAnswer): Promise<SuggestedReply[]> {
  const { action, text, sources, candidates } = answer;
  if (action === 'answer') return [{ text, sources: [...sources] }];
  if (action === 'handoff') return [];
  const near = choicesOf(candidates).map(({ faq_id }) => faq_id);
  const pairs = await getFaqs(db, asked.account_id, near);
  const byId = new Map(pairs.map((pair) => [pair.faq_uuid, pair]));
  return near.flatMap((id) => {
    const pair = byId.get(id);
    const body = pair ? answerText(pair, valuesFor(asked)) : '';
    const source = { kind: 'faq' as const, id, title: pair?.questions[0] ?? null, url: null };
    return body === '' ? [] : [{ text: body, sources: [source] }];
  });
}
