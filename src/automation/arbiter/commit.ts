import type { Context } from '../../context.ts';
import { labelAsBot } from '../../conversations/labels/label.ts';
import {
  type BotMessage,
  type BotTurn,
  leaveAsBot,
  lockAsBot,
  noteAsBot,
  sendAsBot,
} from '../../conversations/ownership/bot-message.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { Deciding } from '../chat.ts';
import type { Plan, PlannedReply } from '../plan.ts';
import type { OpenDecision, ReadChat } from './chat-store.ts';
import { type DecisionColumns, decide, joinDecisions, listMessages } from './decision-store.ts';
import { textHash } from './loops.ts';
import { menuOf, textOf } from './menus.ts';
import { replyDelayMs } from './reply-delay.ts';
import { repliesOf, type Verdict } from './verdict.ts';

/** Why a verdict was not carried out. The transaction has rolled back. */
export class NotCommitted extends Error {
  override name = 'NotCommitted';
  readonly why: 'owner_changed' | 'decided' | 'rows_changed' | 'stopping';

  constructor(why: NotCommitted['why']) {
    super(why);
    this.why = why;
  }
}

export interface ToCommit {
  chat: ReadChat;
  /** The last message of the turn, or the wake. */
  decision: OpenDecision;
  /** Earlier messages that it answers too. */
  joined: readonly OpenDecision[];
  deciding: Deciding;
  verdict: Verdict;
  /** Notes what the assistant judges in shadow mode. Null: nothing. */
  watch: ((tx: Tx, now: Date) => Promise<void>) | null;
  ms: number;
}

/**
 * Messages, labels, rows of the producers, the owner and the decision in one transaction, or none of it: NotCommitted,
 * or ApiError quota_exceeded.
 */
export async function commit(ctx: Context, given: ToCommit): Promise<void> {
  const { chat, verdict, deciding } = given;
  const now = ctx.now();
  const replies = repliesOf(verdict, deciding);
  const delayMs = replyDelayMs(chat, given.decision, replies);
  const doesNothing = replies.length === 0 && verdict.plans.length === 0 && verdict.end === null;
  if (doesNothing && given.joined.length === 0 && !given.watch) {
    await writeDecision(ctx.db, given, { ids: null, delayMs }, now);
    return;
  }
  await ctx.db.transaction(async (tx) => {
    const ids = doesNothing ? null : await act(tx, given, { replies, delayMs }, now);
    await saveRows(tx, verdict, now);
    await writeDecision(tx, given, { ids, delayMs }, now);
    await given.watch?.(tx, now);
    if (verdict.end) await leave(tx, chat, verdict, now);
  });
  if (replies.length > 0) announce(ctx, delayMs);
  if (!doesNothing) ctx.bus.publish('events');
}

/** A dispatcher that is not woken in time looks by itself. */
function announce(ctx: Context, delayMs: number): void {
  if (delayMs === 0) {
    ctx.bus.publish('messages');
    return;
  }
  ctx.bus.publish('typing');
  setTimeout(() => ctx.bus.publish('messages'), delayMs).unref();
}

/** Locks the conversation. Returns the public ids of the messages. */
async function act(
  tx: Tx,
  { chat, verdict, decision }: ToCommit,
  { replies, delayMs }: { replies: readonly PlannedReply[]; delayMs: number },
  now: Date,
): Promise<number[] | null> {
  const owner_state = chat.owner_state === 'human_waiting' ? 'human_waiting' : 'bot';
  const turn: Omit<BotTurn, 'messages'> = {
    ...{ account_id: chat.account_id, conversation_id: chat.conversation_id },
    ...{ ownership_version: chat.ownership_version, owner_state },
    ...(delayMs > 0 && { not_before: new Date(now.getTime() + delayMs) }),
    ...(decision.at && { answers_until: earlier(decision.at, now) }),
  };
  const leaves = verdict.end !== null;
  if (leaves || replies.length === 0) {
    if (!(await lockAsBot(tx, turn, { leaves }))) throw new NotCommitted('owner_changed');
  }
  const sent =
    replies.length > 0 ? await sendAsBot(tx, { ...turn, messages: replies.map(written) }, now) : [];
  if (!sent) throw new NotCommitted('owner_changed');
  const add = verdict.plans.flatMap(({ addLabels = [] }) => addLabels);
  const remove = verdict.plans.flatMap(({ removeLabels = [] }) => removeLabels);
  if (add.length + remove.length > 0) await labelAsBot(tx, chatRow(chat), { add, remove }, now);
  return sent.length > 0 ? sent.map(({ public_id }) => public_id) : null;
}

const chatRow = ({ conversation_id: id, account_id, episode }: ReadChat) => ({ id, account_id, episode });

const earlier = (one: Date, other: Date) => (one < other ? one : other);

function written({
  type,
  body,
  media_url = null,
  interactive = null,
  by: automation,
}: PlannedReply): BotMessage {
  return { type, body, media_url, automation, interactive: interactive && JSON.stringify(interactive) };
}

async function saveRows(tx: Tx, { plans, prefaces }: Verdict, now: Date): Promise<void> {
  for (const { save } of [...prefaces, ...plans]) {
    if (save && !(await save(tx, now))) throw new NotCommitted('rows_changed');
  }
}

async function leave(tx: Tx, chat: ReadChat, { end, plans }: Verdict, now: Date): Promise<void> {
  if (!end) return;
  const left = await leaveAsBot(tx, chat, { to: end.to, reason: end.reason }, now);
  if (!left) throw new NotCommitted('owner_changed');
  const body = end.to === 'human_waiting' ? noteOf(end.note, plans) : null;
  if (body === null) return;
  // A flow writes answers of the customer into its notes.
  const isOfFlow = plans.some(({ stage }) => stage === 'flow');
  const { account_id: accountId, conversation_id: conversationId, context_from } = chat;
  const since = { accountId, conversationId, from: context_from ?? 0 };
  const message_ids = isOfFlow ? await listMessages(tx, since) : null;
  await noteAsBot(tx, chatRow(chat), { body, message_ids }, now);
}

const MAX_NOTE = 4_000;
const MAX_CANDIDATES = 3;

/** For staff: the note of the plan, and what the assistant considered. */
function noteOf(note: string | undefined, plans: readonly Plan[]): string | null {
  const candidates = plans.flatMap((plan) => plan.candidates ?? []).slice(0, MAX_CANDIDATES);
  const lines = candidates.map(({ question, score }) => `- ${question} (${Math.round(score * 100)} %)`);
  return [note, ...lines].filter(Boolean).join('\n').slice(0, MAX_NOTE).toWellFormed() || null;
}

async function writeDecision(
  db: Parameters<typeof decide>[0],
  { chat, decision, joined, verdict, deciding, ms }: ToCommit,
  sent: { ids: number[] | null; delayMs: number },
  now: Date,
): Promise<void> {
  const menu = sent.ids && menuOf(verdict);
  const columns = {
    ...columnsOf(verdict),
    ms,
    ...sentBy(chat, decision, sent),
    menu: menu && JSON.stringify(menu),
  };
  const of = { accountId: chat.account_id, conversationId: chat.conversation_id, now };
  if (!(await decide(db, of, decision.id, columns))) throw new NotCommitted('decided');
  if (joined.length === 0) return;
  const ids = joined.map(({ id }) => id);
  const { stage } = columns;
  const count = await joinDecisions(db, of, ids, { uuid: deciding.decision_id, stage });
  if (count < ids.length) throw new NotCommitted('decided');
}

const sentBy = (
  chat: ReadChat,
  decision: OpenDecision,
  { ids, delayMs }: { ids: number[] | null; delayMs: number },
) => ({
  sent_ids: ids,
  device_id: ids && chat.device_id,
  text_hash: ids && textHash(textOf(decision)),
  delay_ms: ids && delayMs,
});

function columnsOf({
  stage,
  outcome,
  reason,
  plans,
  prefaces,
}: Verdict): Omit<DecisionColumns, 'sent_ids' | 'ms' | 'device_id' | 'text_hash' | 'delay_ms' | 'menu'> {
  // The later plan decides, as in what happens.
  const all: Partial<Plan> = Object.assign({}, ...plans);
  const { rule_id = plans.length === 0 ? prefaces.at(-1)?.rule_id : undefined, candidates, sources } = all;
  return {
    ...{ stage, outcome, reason, rule_id: rule_id ?? null, flow_id: all.flow_id ?? null },
    ...{ node_id: all.node_id ?? null, faq_id: all.faq_id ?? null, score: all.score ?? null },
    candidates: candidates ? JSON.stringify(candidates) : null,
    sources: sources && sources.length > 0 ? JSON.stringify(sources) : null,
  };
}
