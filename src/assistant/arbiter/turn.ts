import type { Context } from '../../context.ts';
import { isGroup } from '../../gateway/people/identity.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import type { Incoming } from '../chat.ts';
import type { Plan } from '../plan.ts';
import { watchedIn, withinReplyWindow, withoutStaff } from './after-steps.ts';
import { type ReadChat, readChats } from './chat.ts';
import { type Committer, changesChat, NotCommitted, type ToCommit } from './commit.ts';
import { decide, holdDecisions, listOpenDecisions, MAX_OPEN, type OpenDecision } from './decision-store.ts';
import { isMessage, stoppedAtGate, untilItMayAnswer } from './gates.ts';
import { decideInGroup } from './in-group.ts';
import { type Input, inputsOf, readOpen } from './messages.ts';
import type { Producers } from './producers.ts';
import {
  type Case,
  caseOf,
  decideBy,
  handOffTextFor,
  MESSAGE_STEPS,
  type Step,
  TOGETHER_STEPS,
  WAKE_STEPS,
} from './steps.ts';
import { type ClaimedTurn, moveTurn, releaseTurn } from './turn-store.ts';
import { handedOff, silent, type Verdict } from './verdict.ts';

const RETRY_MS = 1 * SECOND;
/** The wait for more messages ends after this multiple of it. */
const MAX_DEBOUNCE = 3;

interface Parts {
  ctx: Context;
  producers: Producers;
  committer: Committer;
  signal: AbortSignal;
  stopping: AbortSignal;
}

export interface ReadTurn {
  turn: ClaimedTurn;
  chat: ReadChat | undefined;
  open: readonly OpenDecision[];
}

export async function readTurns(ctx: Context, turns: readonly ClaimedTurn[]): Promise<ReadTurn[]> {
  const [chats, listed] = await Promise.all([
    readChats(ctx.db, turns, ctx.now()),
    listOpenDecisions(ctx.db, turns),
  ]);
  const byId = new Map(chats.map((chat) => [chat.conversation_id, chat]));
  const all = await readOpen(ctx, chats, listed);
  const open = Map.groupBy(all, ({ conversation_id }) => conversation_id);
  return turns.map((turn) => {
    const { conversation_id: id } = turn;
    return { turn, chat: byId.get(id), open: open.get(id) ?? [] };
  });
}

/**
 * Decides until a decision changes the chat: the next claim reads the rest. Returns when the turn goes on; null: it has
 * ended. Never rejects.
 */
export async function runTurn(parts: Parts, read: ReadTurn): Promise<Date | null> {
  const { ctx } = parts;
  const { turn, chat, open } = read;
  try {
    // Of an erased person.
    if (chat?.merged_into === turn.conversation_id) return await end(ctx, turn);
    if (chat?.merged_into) {
      await moveTurn(ctx.db, turn, chat.merged_into, ctx.now());
      return ctx.now();
    }
    const dueAt =
      chat && open.length > 0 ? await decideOpen(parts, { turn, chat, open }) : await end(ctx, turn);
    if (dueAt) await releaseTurn(ctx.db, turn, { now: ctx.now(), dueAt, failed: false });
    return dueAt;
  } catch (error) {
    return postpone(parts, turn, error);
  }
}

async function end(ctx: Context, turn: ClaimedTurn): Promise<Date | null> {
  const { ended } = await decide(ctx.db, [], [turn], ctx.now());
  return ended.size > 0 ? null : ctx.now();
}

/** Without the database, another attempt follows when the claim ends. */
async function postpone({ ctx, stopping }: Parts, turn: ClaimedTurn, error: unknown): Promise<Date> {
  const { conversation_id: conversationId } = turn;
  const isExpected = error instanceof NotCommitted || isDatabaseUnavailable(error) || stopping.aborted;
  if (!isExpected) ctx.log.error({ err: error, conversationId }, 'automation.decision_failed');
  const delay = error instanceof NotCommitted || stopping.aborted ? 0 : RETRY_MS;
  const dueAt = new Date(ctx.now().getTime() + delay);
  await releaseTurn(ctx.db, { ...turn, version: null }, { now: ctx.now(), dueAt, failed: true }).catch(
    (failure: unknown) => {
      if (!isDatabaseUnavailable(failure))
        ctx.log.error({ err: failure, conversationId }, 'automation.release_failed');
    },
  );
  return dueAt;
}

type Ready = ReadTurn & { chat: ReadChat };
/** A message that no step took alone. `labels`: null when an earlier turn looked. */
type Quiet = Input & { labels: Plan[] | null };

async function decideOpen(parts: Parts, read: Ready): Promise<Date | null> {
  const { ctx } = parts;
  const { chat, turn } = read;
  const inputs = inputsOf(chat, read.open);
  const isAll = read.open.length < MAX_OPEN;
  const quiet: Quiet[] = [];
  for (const [place, input] of inputs.entries()) {
    const later = await waits(parts, chat, decisionsOf(inputs.slice(place)));
    if (later) return later;
    if (input.decision.state === 'held') quiet.push({ ...input, labels: null });
    else {
      const isLast = isAll && quiet.length === 0 && place === inputs.length - 1;
      const settled = await settleInput(parts, read, input, isLast ? turn : null);
      if ('labels' in settled) quiet.push({ ...input, labels: settled.labels });
      else if (isLast) return settled.isEnded ? null : ctx.now();
      else if (settled.isChange) {
        await hold(ctx, chat, quiet);
        return ctx.now();
      }
    }
  }
  return quiet.length === 0 ? ctx.now() : settleQuiet(parts, read, quiet, isAll);
}

const decisionsOf = (inputs: readonly Input[]): OpenDecision[] =>
  inputs.flatMap(({ decision, earlier }) => [...earlier, decision]);

/** The wake of a flow that ended meanwhile waits for nothing. */
async function waits(
  { ctx, producers }: Parts,
  chat: ReadChat,
  open: readonly OpenDecision[],
): Promise<Date | null> {
  const later = untilItMayAnswer(chat, open, ctx.now());
  return later && (open.some(isMessage) || (await producers.flows.isRunning(chat))) ? later : null;
}

/** No later look takes these messages alone. */
async function hold(ctx: Context, chat: ReadChat, quiet: readonly Input[]): Promise<void> {
  const fresh = decisionsOf(quiet).flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
  const of = { accountId: chat.account_id, conversationId: chat.conversation_id };
  if (fresh.length > 0) await holdDecisions(ctx.db, of, fresh, ctx.now());
}

function settleInput(parts: Parts, read: Ready, input: Input, ends: ClaimedTurn | null) {
  const { decision, earlier, incoming } = input;
  const messages = incoming ? [incoming] : [];
  const steps = incoming ? MESSAGE_STEPS : WAKE_STEPS;
  return settle(parts, read, { decision, joined: earlier, messages, labels: null, steps, ends });
}

async function settleQuiet(
  parts: Parts,
  read: Ready,
  quiet: readonly Quiet[],
  isAll: boolean,
): Promise<Date | null> {
  const { ctx } = parts;
  const { chat, turn } = read;
  const decisions = decisionsOf(quiet);
  const now = ctx.now();
  // No more messages fit into a full turn.
  const dueAt = decisions.length === MAX_OPEN ? now : quietUntil(chat, decisions, now);
  if (dueAt > now) {
    await hold(ctx, chat, quiet);
    return isAll ? dueAt : now;
  }
  const decision = quiet.at(-1)?.decision as OpenDecision; // one is quiet
  const labels = quiet.flatMap((each) => each.labels ?? []);
  const settled = await settle(parts, read, {
    decision,
    joined: decisions.filter((each) => each !== decision),
    messages: quiet.flatMap(({ incoming }) => incoming ?? []),
    labels: quiet.every((each) => each.labels) ? labels : null,
    steps: TOGETHER_STEPS,
    ends: isAll ? turn : null,
  });
  return isAll && 'isEnded' in settled && settled.isEnded ? null : ctx.now();
}

function quietUntil({ settings }: ReadChat, quiet: readonly OpenDecision[], now: Date): Date {
  const debounceMs = settings.debounce_seconds * SECOND;
  const times = quiet.map(({ held_at }) => (held_at ?? now).getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return new Date(Math.min(last + debounceMs, first + MAX_DEBOUNCE * debounceMs));
}

interface Settling extends Pick<ToCommit, 'decision' | 'joined' | 'ends'> {
  messages: readonly Incoming[];
  labels: Plan[] | null;
  steps: readonly Step[];
}

/** `isChange`: the chat must be read again. `labels`: no step took the messages. */
type Settled = { isChange: boolean; isEnded: boolean } | { labels: Plan[] };

async function settle(parts: Parts, { turn, chat }: Ready, given: Settling): Promise<Settled> {
  const { ctx, producers, committer, signal, stopping } = parts;
  const { decision, joined, messages, ends } = given;
  if (stopping.aborted) throw new NotCommitted('stopping');
  const began = ctx.now();
  const deciding = { decision_id: decision.decision_uuid, at: began, signal };
  const inGroup = isGroup(chat.phone);
  const person = inGroup ? { ...chat, person_name: decision.sender?.name ?? null } : chat;
  const one = { ...caseOf({ ctx, producers, chat: person, deciding, messages }), labels: given.labels };
  const at = { chat, decision, attempts: turn.attempts, now: began };
  const found = await (async () => {
    if (inGroup) return decideInGroup(one, at);
    const stopped = await stoppedAtGate(one, at);
    if (stopped) return stopped;
    const isGone = messages.length === 0 && isMessage(decision);
    return isGone ? silent('gate', 'message_gone') : decideBy(given.steps, one);
  })().catch((error: unknown) => {
    if (isDatabaseUnavailable(error) || stopping.aborted) throw error;
    ctx.log.error({ err: error, decisionId: decision.decision_uuid }, 'automation.producer_failed');
    return inGroup ? silent('none', 'failed') : failed(one);
  });
  // An aborted producer may have fallen back: another process decides.
  if (stopping.aborted) throw new NotCommitted('stopping');
  if (!found) return { labels: one.labels ?? [] };
  const whole = await withoutStaff(one, found, messages.at(-1)?.text ?? null);
  const verdict = await withinReplyWindow(one, chat, whole);
  const watch = watchedIn(one, chat, verdict);
  const ms = ctx.now().getTime() - began.getTime();
  const isEnded = await committer.commit({ chat, decision, joined, deciding, verdict, watch, ms, ends });
  return { isChange: changesChat(verdict), isEnded };
}

/** The text of the hand-off may be what fails. */
async function failed(given: Case): Promise<Verdict> {
  const text = await handOffTextFor(given, null).catch(() => null);
  return handedOff('none', 'failed', { text });
}
