import type { Context } from '../../context.ts';
import type { Quote } from '../../gateway/engines/engine.ts';
import { labelLocked } from '../../inbox/conversations/labels/label.ts';
import {
  type BotMessage,
  type BotTarget,
  leaveAsBot,
  lockAsBot,
  noteAsBot,
  sendAsBot,
} from '../../inbox/conversations/ownership/bot-message.ts';
import { type Batcher, createBatcher } from '../../platform/lib/batcher.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { uploadUrl } from '../../platform/lib/media/upload-url.ts';
import type { Deciding } from '../chat.ts';
import type { Plan, PlannedReply } from '../plan.ts';
import { joinTexts, menuOf, repliesOf, replyDelayMs } from './answer.ts';
import type { ReadChat } from './chat.ts';
import {
  type Decided,
  type DecisionColumns,
  decide,
  listMessages,
  type OpenDecision,
} from './decision-store.ts';
import { asNote, handOffNote } from './hand-off-note.ts';
import type { ClaimedTurn } from './turn-store.ts';
import { handedOff, silent, type Verdict } from './verdict.ts';

/** More would hold the locks of an account for too long. */
const MAX_BATCH = 32;

export class NotCommitted extends Error {
  override name = 'NotCommitted';

  constructor(why: 'decided' | 'rows_changed' | 'same_chat' | 'stopping') {
    super(why);
  }
}

export interface ToCommit {
  chat: ReadChat;
  /** The last message, or the wake. */
  decision: OpenDecision;
  /** Earlier messages. */
  joined: readonly OpenDecision[];
  deciding: Deciding;
  verdict: Verdict;
  watch: ((tx: Tx, now: Date) => Promise<void>) | null;
  ms: number;
  /** Null: more is open. */
  ends: ClaimedTurn | null;
}

interface Queue {
  batcher: Batcher<ToCommit, boolean>;
  users: number;
}

/**
 * Answers of an account need one row of its quota, so those that are ready while a transaction runs share the next
 * one. A refused batch is halved, until what is refused is alone.
 */
export class Committer {
  readonly #ctx: Context;
  readonly #queues = new Map<number, Queue>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** False: the turn goes on. Without a unit of the quota, staff gets the message. */
  async commit(given: ToCommit): Promise<boolean> {
    try {
      return await this.#add(given);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'quota_exceeded') throw error;
      const { owner_state, hands_off } = given.chat;
      const verdict = (owner_state === 'bot' && hands_off ? handedOff : silent)('gate', 'quota_exceeded');
      return this.#add({ ...given, verdict });
    }
  }

  async #add(given: ToCommit): Promise<boolean> {
    const { account_id: account } = given.chat;
    const queue = this.#queues.get(account) ?? { batcher: this.#open(), users: 0 };
    this.#queues.set(account, queue);
    queue.users += 1;
    try {
      return await queue.batcher.add(given);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(account);
    }
  }

  #open(): Batcher<ToCommit, boolean> {
    return createBatcher((given) => commitAll(this.#ctx, given), {
      maxItems: MAX_BATCH,
      divideOn: (error) => !isDatabaseUnavailable(error),
    });
  }
}

interface Act extends ToCommit {
  replies: readonly PlannedReply[];
  delayMs: number;
}

/** A later decision must read the chat again. */
export const changesChat = ({ plans, prefaces, end }: Verdict): boolean =>
  plans.length > 0 || prefaces.length > 0 || end !== null;

/**
 * One transaction for decisions of one account, all that they do, and the ends of their turns. Throws NotCommitted or
 * ApiError quota_exceeded: only plain decisions are stored. Returns which turns ended.
 */
async function commitAll(ctx: Context, given: readonly ToCommit[]): Promise<boolean[]> {
  const now = ctx.now();
  // A turn whose claim has ended may still run beside its successor.
  if (new Set(given.map(({ chat }) => chat.conversation_id)).size < given.length)
    throw new NotCommitted('same_chat');
  const isOneStatement = given.every(({ verdict, watch }) => !changesChat(verdict) && !watch);
  if (isOneStatement) return writeDecisions(ctx.db, given.map(actOf), new Map(), now);
  const { acts, ended } = await ctx.db.transaction(async (tx) => {
    const targets = await lockAsBot(tx, given.filter(({ verdict }) => changesChat(verdict)).map(ownerOf));
    const all = given.map((each) =>
      actOf(targets.has(each.chat.conversation_id) ? each : withoutOwner(each)),
    );
    const acts = all.filter(({ verdict }) => changesChat(verdict));
    for (const { verdict } of acts) await saveRows(tx, verdict, now);
    const sent = await send(tx, acts, targets, now);
    for (const act of acts) await changeLabels(tx, act, now);
    const ended = await writeDecisions(tx, all, sent, now);
    for (const { watch } of all) await watch?.(tx, now);
    for (const { chat, verdict } of acts) await leave(tx, chat, verdict, now);
    return { acts, ended };
  });
  if (acts.length === 0) return ended;
  for (const { replies, delayMs } of acts) if (replies.length > 0) announce(ctx, delayMs);
  ctx.bus.publish('events');
  return ended;
}

/** A person has the conversation since it was read. */
function withoutOwner(given: ToCommit): ToCommit {
  const { verdict } = given;
  return changesChat(verdict) ? { ...given, verdict: silent(verdict.stage, 'owner_changed') } : given;
}

function actOf(given: ToCommit): Act {
  const { verdict, deciding, chat, decision } = given;
  const planned = repliesOf(verdict, deciding.decision_id);
  const replies = chat.settings.one_text ? joinTexts(planned, chat.engine) : planned;
  return { ...given, replies, delayMs: replyDelayMs(chat, decision, replies) };
}

/** A signal can be lost: the dispatcher looks by itself too. */
function announce(ctx: Context, delayMs: number): void {
  if (delayMs === 0) {
    ctx.bus.publish('messages');
    return;
  }
  ctx.bus.publish('typing');
  setTimeout(() => ctx.bus.publish('messages'), delayMs).unref();
}

const leavesBot = ({ end }: Verdict) => end !== null && end.to !== 'bot';

function ownerOf({ chat, verdict }: ToCommit) {
  const { account_id, conversation_id, ownership_version, owner_state } = chat;
  return { account_id, conversation_id, ownership_version, owner_state, leaves: leavesBot(verdict) };
}

type Sent = ReadonlyMap<number, readonly { public_id: number }[]>;

async function send(
  tx: Tx,
  acts: readonly Act[],
  targets: ReadonlyMap<number, BotTarget>,
  now: Date,
): Promise<Sent> {
  const turns = acts.flatMap(({ chat, decision, joined, replies, delayMs }) => {
    const target = targets.get(chat.conversation_id);
    if (!target || replies.length === 0) return [];
    const answers_until = decision.at && (decision.at < now ? decision.at : now);
    const not_before = delayMs > 0 ? new Date(now.getTime() + delayMs) : null;
    const { ownership_version } = chat;
    return [
      {
        target,
        ownership_version,
        answers_until,
        not_before,
        messages: replies.map((reply, n) => ({
          ...written(chat, reply),
          ...(n === 0 && quoteOf(joined[0] ?? decision)),
        })),
      },
    ];
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

function written(
  { account_id }: ReadChat,
  { type, body, media_url = null, media_id, interactive = null, template, by: automation }: PlannedReply,
): BotMessage {
  const choices = interactive && JSON.stringify(interactive);
  const file = media_id ? uploadUrl(account_id, media_id) : media_url;
  return { type, body, media_url: file, interactive: choices, automation, ...(template && { template }) };
}

/** In a group, whose members see what is answered. */
function quoteOf({ sender, wa_message_id: id, type }: OpenDecision): { quote: Quote } | null {
  if (!sender || id === null || type === null) return null;
  return { quote: { id, author: 'them', type, excerpt: null, member: sender.phone } };
}

async function saveRows(tx: Tx, { plans, prefaces }: Verdict, now: Date): Promise<void> {
  for (const { save } of [...prefaces, ...plans]) {
    if (save && !(await save(tx, now))) throw new NotCommitted('rows_changed');
  }
}

async function leave(tx: Tx, chat: ReadChat, { end, plans }: Verdict, now: Date): Promise<void> {
  if (!end || end.to === 'bot') return;
  const left = await leaveAsBot(tx, chat, { to: end.to, reason: end.reason }, now);
  if (!left) throw new Error('the owner changed in spite of the lock');
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

async function writeDecisions(db: Db, acts: readonly Act[], sent: Sent, now: Date): Promise<boolean[]> {
  const rows = acts.flatMap((act): Decided[] => {
    const { chat, decision, joined, deciding, verdict, ms } = act;
    const { account_id, conversation_id } = chat;
    const of = { account_id, conversation_id };
    const answer = { ...columnsOf(verdict), ...sentBy(act, sent.get(conversation_id) ?? []) };
    const { stage } = verdict;
    const joint = { ...of, stage, outcome: 'joined', reason: 'joined', joined_uuid: deciding.decision_id };
    return [{ ...of, ...answer, id: decision.id, ms }, ...joined.map(({ id }) => ({ ...joint, id }))];
  });
  const { decided, ended } = await decide(
    db,
    rows,
    acts.flatMap(({ ends }) => ends ?? []),
    now,
  );
  if (decided < rows.length) throw new NotCommitted('decided');
  return acts.map(({ chat }) => ended.has(chat.conversation_id));
}

function sentBy({ chat, decision, verdict, delayMs }: Act, messages: readonly { public_id: number }[]) {
  if (messages.length === 0) return {};
  const sent_ids = messages.map(({ public_id }) => public_id);
  return {
    sent_ids,
    device_id: chat.device_id,
    text_hash: decision.text_hash,
    delay_ms: delayMs,
    menu: menuOf(verdict),
  };
}

function columnsOf({ stage, outcome, reason, plans, prefaces }: Verdict): DecisionColumns {
  // The later plan decides.
  const all: Partial<Plan> = Object.assign({}, ...plans);
  const { flow_id, node_id, faq_id, score, candidates, sources } = all;
  const rule_id = plans.length === 0 ? prefaces.at(-1)?.rule_id : all.rule_id;
  return {
    stage,
    outcome,
    reason,
    rule_id,
    flow_id,
    node_id,
    faq_id,
    score,
    candidates,
    sources: sources?.length ? sources : null,
  };
}
