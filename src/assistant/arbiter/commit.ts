import type { Context } from '../../context.ts';
import { labelLocked } from '../../inbox/conversations/labels/label.ts';
import {
  type BotMessage,
  type BotTarget,
  leaveAsBot,
  lockAsBot,
  noteAsBot,
  sendAsBot,
} from '../../inbox/conversations/ownership/bot-message.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import type { Deciding } from '../chat.ts';
import type { Plan, PlannedReply } from '../plan.ts';
import type { OpenDecision, ReadChat } from './chat-store.ts';
import { type DecisionColumns, decide, joinDecisions, listMessages } from './decision-store.ts';
import { asNote, handOffNote } from './hand-off-note.ts';
import { menuOf } from './menus.ts';
import { joinTexts } from './one-text.ts';
import { replyDelayMs } from './reply-delay.ts';
import { settingsFrom } from './settings/settings.ts';
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

/** What a verdict sends, and whether it changes more than its decision. */
interface Act extends ToCommit {
  replies: readonly PlannedReply[];
  delayMs: number;
  doesNothing: boolean;
}

/**
 * Decisions of conversations of one account, with all that they do, in one transaction. Otherwise none of it is stored:
 * NotCommitted, or ApiError quota_exceeded.
 */
export async function commitAll(ctx: Context, given: readonly ToCommit[]): Promise<void> {
  const now = ctx.now();
  const all = given.map(actOf);
  const acts = all.filter(({ doesNothing }) => !doesNothing);
  const isOneStatement = acts.length === 0 && all.every((each) => each.joined.length === 0 && !each.watch);
  if (isOneStatement) return writeDecisions(ctx.db, all, new Map(), now);
  await ctx.db.transaction(async (tx) => {
    const targets = await lockAsBot(tx, acts.map(ownerOf));
    if (targets.size < acts.length) throw new NotCommitted('owner_changed');
    for (const { verdict } of acts) await saveRows(tx, verdict, now);
    const sent = await send(tx, acts, targets, now);
    for (const act of acts) await changeLabels(tx, act, now);
    await writeDecisions(tx, all, sent, now);
    for (const { watch } of all) await watch?.(tx, now);
    for (const { chat, verdict } of acts) await leave(tx, chat, verdict, now);
  });
  if (acts.length === 0) return;
  for (const { replies, delayMs } of acts) if (replies.length > 0) announce(ctx, delayMs);
  ctx.bus.publish('events');
}

function actOf(given: ToCommit): Act {
  const { verdict, deciding, chat, decision } = given;
  const planned = repliesOf(verdict, deciding);
  const replies = settingsFrom(chat.settings).one_text ? joinTexts(planned, chat.engine) : planned;
  const doesNothing = replies.length === 0 && verdict.plans.length === 0 && verdict.end === null;
  return { ...given, replies, delayMs: replyDelayMs(chat, decision, replies), doesNothing };
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

/** Hand-offs that are switched off leave the conversation with the automation. */
const leavesBot = ({ end }: Verdict) => end !== null && end.to !== 'bot';

function ownerOf({ chat, verdict }: Act) {
  const owner_state = chat.owner_state === 'closed' ? ('bot' as const) : chat.owner_state;
  const { account_id, conversation_id, ownership_version } = chat;
  return { account_id, conversation_id, ownership_version, owner_state, leaves: leavesBot(verdict) };
}

type Sent = ReadonlyMap<number, readonly { public_id: number }[]>;

async function send(
  tx: Tx,
  acts: readonly Act[],
  targets: ReadonlyMap<number, BotTarget>,
  now: Date,
): Promise<Sent> {
  const turns = acts.flatMap(({ chat, decision, replies, delayMs }) => {
    const target = targets.get(chat.conversation_id);
    if (!target || replies.length === 0) return [];
    const answers_until = decision.at && (decision.at < now ? decision.at : now);
    const not_before = delayMs > 0 ? new Date(now.getTime() + delayMs) : null;
    const { ownership_version } = chat;
    return [{ target, ownership_version, answers_until, not_before, messages: replies.map(written) }];
  });
  const account = acts[0]?.chat.account_id;
  return account === undefined ? new Map() : sendAsBot(tx, account, turns, now);
}

async function changeLabels(tx: Tx, { chat, verdict }: Act, now: Date): Promise<void> {
  const add = verdict.plans.flatMap(({ addLabels = [] }) => addLabels);
  const remove = verdict.plans.flatMap(({ removeLabels = [] }) => removeLabels);
  if (add.length + remove.length > 0)
    await labelLocked(tx, chatRow(chat), { add, remove, actor: 'bot' }, now);
}

const chatRow = ({ conversation_id: id, account_id, episode }: ReadChat) => ({ id, account_id, episode });

function written({
  type,
  body,
  media_url = null,
  interactive = null,
  template,
  by: automation,
}: PlannedReply): BotMessage {
  const choices = interactive && JSON.stringify(interactive);
  return { type, body, media_url, interactive: choices, automation, ...(template && { template }) };
}

async function saveRows(tx: Tx, { plans, prefaces }: Verdict, now: Date): Promise<void> {
  for (const { save } of [...prefaces, ...plans]) {
    if (save && !(await save(tx, now))) throw new NotCommitted('rows_changed');
  }
}

async function leave(tx: Tx, chat: ReadChat, { end, plans }: Verdict, now: Date): Promise<void> {
  if (!end || end.to === 'bot') return;
  const left = await leaveAsBot(tx, chat, { to: end.to, reason: end.reason }, now);
  if (!left) throw new NotCommitted('owner_changed');
  if (end.to === 'closed') return;
  const { reason, note = null } = end;
  const isOfFlow = plans.some(({ stage }) => stage === 'flow');
  const body = await handOffNote(tx, chat, { reason, plans, more: isOfFlow ? null : note });
  await noteAsBot(tx, chatRow(chat), { body, message_ids: null }, now);
  if (!isOfFlow || !note) return;
  // A flow writes answers of the customer into its own note.
  const { account_id: accountId, conversation_id: conversationId, context_from } = chat;
  const message_ids = await listMessages(tx, { accountId, conversationId, from: context_from ?? 0 });
  await noteAsBot(tx, chatRow(chat), { body: asNote(note), message_ids }, now);
}

async function writeDecisions(db: Db, acts: readonly Act[], sent: Sent, now: Date): Promise<void> {
  const decided = acts.map((act) => {
    const { chat, decision, verdict, ms } = act;
    const { account_id, conversation_id } = chat;
    return {
      ...{ id: decision.id, account_id, conversation_id, ms },
      ...columnsOf(verdict),
      ...sentBy(act, sent.get(conversation_id) ?? []),
    };
  });
  if ((await decide(db, decided, now)) < acts.length) throw new NotCommitted('decided');
  for (const { chat, joined, deciding, verdict } of acts) {
    if (joined.length === 0) continue;
    const of = { accountId: chat.account_id, conversationId: chat.conversation_id, now };
    const ids = joined.map(({ id }) => id);
    const count = await joinDecisions(db, of, ids, { uuid: deciding.decision_id, stage: verdict.stage });
    if (count < ids.length) throw new NotCommitted('decided');
  }
}

const NOTHING_SENT = { sent_ids: null, device_id: null, text_hash: null, delay_ms: null, menu: null };

function sentBy({ chat, decision, verdict, delayMs }: Act, messages: readonly { public_id: number }[]) {
  if (messages.length === 0) return NOTHING_SENT;
  const sent_ids = messages.map(({ public_id }) => public_id);
  return {
    ...{ sent_ids, device_id: chat.device_id, text_hash: decision.text_hash, delay_ms: delayMs },
    menu: menuOf(verdict),
  };
}

function columnsOf({
  stage,
  outcome,
  reason,
  plans,
  prefaces,
}: Verdict): Omit<DecisionColumns, 'ms' | keyof typeof NOTHING_SENT> {
  // The later plan decides, as in what happens.
  const all: Partial<Plan> = Object.assign({}, ...plans);
  const { rule_id = plans.length === 0 ? prefaces.at(-1)?.rule_id : undefined, candidates, sources } = all;
  return {
    ...{ stage, outcome, reason, rule_id: rule_id ?? null, flow_id: all.flow_id ?? null },
    ...{ node_id: all.node_id ?? null, faq_id: all.faq_id ?? null, score: all.score ?? null },
    candidates: candidates ?? null,
    sources: sources && sources.length > 0 ? sources : null,
  };
}
