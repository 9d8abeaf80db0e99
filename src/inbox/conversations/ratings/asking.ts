import type { Context } from '../../../context.ts';
import { ENGINE_KINDS } from '../../../gateway/engines/kinds.ts';
import { findReplyWindows } from '../../../gateway/messages/reply-window/reply-window.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { render, valuesOf } from '../canned-replies/variables.ts';
import { type BotChat, findBotChats } from '../ownership/bot-chat.ts';
import { type BotMessage, sendAsBot } from '../ownership/bot-message.ts';
import { lockOwners } from '../ownership/ownership.ts';
import { insertEntry } from '../timeline/timeline.ts';
import { RATINGS } from './planning.ts';
import type { RatingRequest } from './request.ts';
import * as store from './store.ts';
import type { RatingTexts, RatingWords } from './words.ts';

/** How long the customer may rate. */
const RATING_MS = 3 * DAY;
const BATCH = 50;

/** Why a planned question is not sent. */
type Refusal =
  | 'off'
  | 'account_not_active'
  | 'conversation_changed'
  | 'no_device'
  | 'opted_out'
  | 'asked_before'
  | 'reply_window_closed'
  | 'quota_exceeded';

/** Sends due questions and thanks of one account. Each is one transaction, so that none is sent twice. */
export const ratingJob = (ctx: Context, words: RatingWords): AccountJob => ({
  name: RATINGS,
  slots: 2,
  async run({ accountId }, stopping) {
    for (;;) {
      const due = await store.listDue(ctx.db, { accountId, now: ctx.now(), limit: BATCH });
      for (const one of due) {
        if (stopping.aborted) return enqueue(ctx.db, { name: RATINGS, accountId });
        await (one.owes_thanks ? thank : ask)(ctx, words, { ...one, account_id: accountId });
      }
      if (due.length > 0) ctx.bus.publish('messages');
      if (due.length < BATCH) break;
    }
    const { ask_at: at } = await store.findNext(ctx.db, { accountId });
    if (at) await enqueue(ctx.db, { name: RATINGS, accountId, at });
  },
});

type Due = store.DueRow & { account_id: number };

async function ask(ctx: Context, words: RatingWords, due: Due): Promise<void> {
  const [chat] = await findBotChats(ctx.db, [due], ctx.now());
  const reason = await refusalOf(ctx, due, chat);
  const outcome = reason ?? (chat && due.request ? await send(ctx, words, { due, chat }) : 'off');
  if (outcome === 'asked') return;
  await store.drop(ctx.db, { id: due.id });
  ctx.log.info({ conversationId: due.conversation_id, reason: outcome }, 'rating.not_asked');
}

async function refusalOf(ctx: Context, due: Due, chat: BotChat | undefined): Promise<Refusal | null> {
  const { request } = due;
  if (!request) return 'off';
  if (!chat || chat.ownership_version !== due.ownership_version || chat.owner_state !== 'closed')
    return 'conversation_changed';
  if (chat.account_status !== 'active') return 'account_not_active';
  // Released: nothing speaks for the number.
  if (chat.device_id === null) return 'no_device';
  if (chat.is_opted_out) return 'opted_out';
  const since = new Date(ctx.now().getTime() - request.pause_days * DAY);
  const { was_asked } = await store.wasAsked(ctx.db, { personId: due.person_id, since });
  if (was_asked) return 'asked_before';
  const [window] = await findReplyWindows(ctx, [chat]);
  return window?.isOpen ? null : 'reply_window_closed';
}

async function send(
  ctx: Context,
  words: RatingWords,
  { due, chat }: { due: Due; chat: BotChat },
): Promise<'asked' | Refusal> {
  const language = await languageOf(ctx, words, chat, due.request?.texts);
  const texts = words.textsIn(language);
  const message = questionFor(chat, texts, textOf(due.request?.texts[language] ?? texts.question, chat, due));
  const now = ctx.now();
  try {
    return await ctx.db.transaction(async (tx) => {
      if (!(await isStill(tx, chat, due)) || !(await store.lockPlanned(tx, due)))
        return 'conversation_changed';
      const messageId = await sendTo(tx, chat, message, now);
      await store.noteAsked(tx, { id: due.id, messageId, until: new Date(now.getTime() + RATING_MS), now });
      const { conversation_id: id, account_id, episode } = due;
      await insertEntry(tx, { id, account_id, episode }, { kind: 'rating_asked', actor: 'system' }, now);
      return 'asked';
    });
  } catch (error) {
    if (isOutOfQuota(error)) return 'quota_exceeded';
    throw error;
  }
}

/** While the conversation is still closed. */
async function thank(ctx: Context, words: RatingWords, due: Due): Promise<void> {
  const [chat] = await findBotChats(ctx.db, [due], ctx.now());
  const { request } = due;
  const text = request && chat && canThank(chat) ? await thanksFor(ctx, words, { due, chat, request }) : null;
  try {
    await ctx.db.transaction(async (tx) => {
      const isSent =
        chat && text !== null && (await isStill(tx, chat, chat)) && (await store.lockOwing(tx, due));
      const message = { type: 'text', body: text, automation: NOTICE };
      const messageId = isSent ? await sendTo(tx, chat, message, ctx.now()) : null;
      await store.noteThanked(tx, { id: due.id, messageId });
    });
  } catch (error) {
    if (!isOutOfQuota(error)) throw error;
    await ctx.db.transaction((tx) => store.noteThanked(tx, { id: due.id, messageId: null }));
  }
}

const canThank = ({ owner_state, account_status, is_opted_out, device_id }: BotChat) =>
  owner_state === 'closed' && account_status === 'active' && !is_opted_out && device_id !== null;

async function thanksFor(
  ctx: Context,
  words: RatingWords,
  { due, chat, request }: { due: Due; chat: BotChat; request: RatingRequest },
): Promise<string> {
  const language = await languageOf(ctx, words, chat, request.thanks_texts);
  return textOf(request.thanks_texts[language] ?? words.textsIn(language).thanks, chat, due);
}

const isOutOfQuota = (error: unknown) => error instanceof ApiError && error.code === 'quota_exceeded';

/** Locks the conversation. Nothing has changed its owner since. */
async function isStill(
  tx: Tx,
  { conversation_id }: BotChat,
  { ownership_version }: { ownership_version: number },
): Promise<boolean> {
  const [owner] = await lockOwners(tx, { ids: [conversation_id] });
  return owner?.owner_state === 'closed' && owner.ownership_version === ownership_version;
}

/** Its row id. Call it with the lock of the conversation. ApiError quota_exceeded: roll back. */
async function sendTo(tx: Tx, chat: BotChat, message: BotMessage, now: Date): Promise<number> {
  const { conversation_id, device_id, phone, account_id, ownership_version } = chat;
  const target = { conversation_id, device_id, phone };
  const turn = { target, ownership_version, answers_until: null, not_before: null, messages: [message] };
  const [sent] = (await sendAsBot(tx, account_id, [turn], now)).get(conversation_id) ?? [];
  if (!sent) throw new Error('a message is missing although it was inserted');
  return sent.id;
}

const NOTICE = { kind: 'notice', is_notice: true } as const;

/** A list where the network has lists. */
function questionFor({ engine }: BotChat, texts: RatingTexts, body: string): BotMessage {
  if (!ENGINE_KINDS[engine].sends.has('list')) return { type: 'text', body, automation: NOTICE };
  const rows = texts.scores.map((title, index) => ({
    id: `${CHOICE}${index + 1}`,
    title: `${index + 1} - ${title}`,
  }));
  const interactive = JSON.stringify({
    button_text: texts.button,
    sections: [{ title: texts.button, rows: rows.toReversed() }],
  });
  return { type: 'list', body, interactive, automation: NOTICE };
}

/** Before the score, in the id of a choice. */
export const CHOICE = 'rating-';

const textOf = (text: string, chat: BotChat, { actor }: Due): string =>
  render(text, valuesOf(chat, actor === 'api' ? null : actor)).text.trim();

/** Of the newest text that shows it, else the first one with an own text. */
async function languageOf(
  ctx: Context,
  words: RatingWords,
  chat: BotChat,
  own: RatingRequest['texts'] = {},
): Promise<string> {
  const known = [...words.languages, ...Object.keys(own)];
  for (const text of await store.listTexts(ctx.db, chat)) {
    const language = words.languageOf(text);
    if (language !== null && known.includes(language)) return language;
  }
  return Object.keys(own)[0] ?? words.languages[0];
}
