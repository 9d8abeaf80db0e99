import type { Context } from '../../context.ts';
import { findOptedOutPeople, isOptOutWord } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import type { Deciding, Incoming } from '../chat.ts';
import { listOpenDecisions, MAX_OPEN, type OpenDecision, type ReadChat } from './chat-store.ts';
import { readChats } from './chats.ts';
import { NotCommitted, type ToCommit } from './commit.ts';
import type { Committer } from './committer.ts';
import { holdDecisions } from './decision-store.ts';
import { gateOf, isMessage, untilItMayAnswer } from './gates.ts';
import { type Case, handOffTextFor, judgeAtOnce, judgeTurn, judgeWake } from './judge.ts';
import { textHash } from './loops.ts';
import { withPicks } from './menus.ts';
import type { Producers } from './producers.ts';
import { withinReplyWindow } from './reply-window.ts';
import { settingsFrom } from './settings/settings.ts';
import { type TurnInput, turnInputsOf } from './turn-inputs.ts';
import { moveTurn, releaseTurn, type Turn } from './turn-store.ts';
import { handedOff, silent, type Verdict } from './verdict.ts';
import { watchedIn } from './watched.ts';
import { withoutStaff } from './without-staff.ts';

/** Then staff decides: what fails again and again may end the process each time. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 1 * SECOND;
/** The wait for more messages ends at the latest after this multiple of it. */
const MAX_DEBOUNCE = 3;

export type EndedTurn = Pick<Turn, 'account_id' | 'conversation_id' | 'version'> & { claim: string };

interface Parts {
  ctx: Context;
  producers: Producers;
  committer: Committer;
  /** False: a message came meanwhile, or the claim ended. */
  endTurn: (turn: EndedTurn) => Promise<boolean>;
  claim: string;
  signal: AbortSignal;
  /** This process ends. */
  stopping: AbortSignal;
}

/** What a turn is decided on. */
export interface ReadTurn {
  turn: Turn;
  chat: ReadChat | undefined;
  open: readonly OpenDecision[];
  isOptedOut: boolean;
}

/** Reads claimed turns with a few statements. */
export async function readTurns(ctx: Context, turns: readonly Turn[]): Promise<ReadTurn[]> {
  const [chats, listed] = await Promise.all([
    readChats(ctx.db, turns, ctx.now()),
    listOpenDecisions(ctx.db, turns),
  ]);
  const picked = await withPicks(ctx, chats, listed);
  const decisions = picked.map((each) => ({ ...each, text_hash: textHash(ctx, each) }));
  const optedOut = await findOptedOutPeople(ctx.db, [...new Set(chats.map(({ person_id }) => person_id))]);
  const byId = new Map(chats.map((chat) => [chat.conversation_id, chat]));
  const open = Map.groupBy(decisions, ({ conversation_id }) => conversation_id);
  return turns.map((turn) => {
    const chat = byId.get(turn.conversation_id);
    const isOptedOut = chat !== undefined && optedOut.has(chat.person_id);
    return { turn, chat, open: open.get(turn.conversation_id) ?? [], isOptedOut };
  });
}

/** Decides all messages of a turn, and ends it or lets it wait. Never rejects. */
export async function runTurn(parts: Parts, read: ReadTurn): Promise<void> {
  const { ctx, claim } = parts;
  const { account_id: accountId, conversation_id: conversationId, version } = read.turn;
  const now = ctx.now();
  try {
    const to = read.chat?.merged_into;
    if (to) return await moveTurn(ctx.db, { accountId, from: conversationId, to, claim }, now);
    const dueAt = read.chat ? await decideAll(parts, { ...read, chat: read.chat }) : null;
    if (dueAt === null && (await parts.endTurn({ ...read.turn, claim }))) return;
    const when = { now: ctx.now(), dueAt: dueAt ?? ctx.now(), failed: false };
    await releaseTurn(ctx.db, { accountId, conversationId, claim, version }, when);
  } catch (error) {
    await postpone(parts, { accountId, conversationId }, error);
  }
}

/** Another attempt follows. Without the database, it follows when the claim ends. */
async function postpone(
  { ctx, claim, stopping }: Parts,
  of: { accountId: number; conversationId: number },
  error: unknown,
): Promise<void> {
  const { conversationId } = of;
  const isExpected = error instanceof NotCommitted || isDatabaseUnavailable(error) || stopping.aborted;
  if (!isExpected) ctx.log.error({ err: error, conversationId }, 'automation.decision_failed');
  const delay = error instanceof NotCommitted || stopping.aborted ? 0 : RETRY_MS;
  const when = { now: ctx.now(), dueAt: new Date(ctx.now().getTime() + delay), failed: true };
  await releaseTurn(ctx.db, { ...of, claim, version: null }, when).catch((failure: unknown) => {
    if (!isDatabaseUnavailable(failure))
      ctx.log.error({ err: failure, conversationId }, 'automation.release_failed');
  });
}

type Ready = ReadTurn & { chat: ReadChat };

/** Returns when the turn goes on. Null: all is decided. */
async function decideAll(parts: Parts, read: Ready): Promise<Date | null> {
  const { ctx } = parts;
  const inputs = turnInputsOf(read.chat, read.open);
  const quiet: TurnInput[] = [];
  let chat = read.chat;
  for (const [place, input] of inputs.entries()) {
    const left = decisionsOf(inputs.slice(place));
    const later = await untilItMayAnswerIn(parts, { ...read, chat, open: left });
    if (later) return later;
    const isHeld = input.decision.state === 'held';
    if (isHeld || !(await decideAtOnce(parts, { ...read, chat }, input))) quiet.push(input);
    else if (input !== inputs.at(-1)) chat = (await readAgain(ctx, chat)) ?? chat;
  }
  const now = ctx.now();
  const more = read.open.length === MAX_OPEN ? now : null;
  if (quiet.length === 0) return more;
  const decisions = decisionsOf(quiet);
  // No more messages fit into this turn.
  const isFull = decisions.length === MAX_OPEN;
  const dueAt = isFull
    ? now
    : quietUntil(decisions, settingsFrom(chat.settings).debounce_seconds * SECOND, now);
  if (dueAt > now) {
    const fresh = decisions.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
    const of = { accountId: chat.account_id, conversationId: chat.conversation_id, now };
    if (fresh.length > 0) await holdDecisions(ctx.db, of, fresh);
    return more ?? dueAt;
  }
  await decideTurn(parts, { ...read, chat }, quiet);
  return more;
}

const decisionsOf = (inputs: readonly TurnInput[]): OpenDecision[] =>
  inputs.flatMap(({ decision, earlier }) => [...earlier, decision]);

/** A flow that ended meanwhile has nothing to say any more. */
async function untilItMayAnswerIn({ ctx, producers }: Parts, { chat, open }: Ready): Promise<Date | null> {
  const later = untilItMayAnswer(chat, open, settingsFrom(chat.settings), ctx.now());
  return later && (open.some(isMessage) || (await producers.flows.isRunning(chat))) ? later : null;
}

const readAgain = async (ctx: Context, chat: ReadChat) => (await readChats(ctx.db, [chat], ctx.now()))[0];

/** A message that nothing takes is held from now on. */
function quietUntil(quiet: readonly OpenDecision[], debounceMs: number, now: Date): Date {
  const times = quiet.map(({ held_at }) => (held_at ?? now).getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return new Date(Math.min(last + debounceMs, first + MAX_DEBOUNCE * debounceMs));
}

/** False: nothing takes the message at once. */
async function decideAtOnce(parts: Parts, read: Ready, input: TurnInput): Promise<boolean> {
  const { decision, earlier, incoming } = input;
  const turn = incoming ? [incoming] : [];
  return carryOut(parts, read, { decision, joined: earlier, turn }, async (given) => {
    const gate = await gateVerdict(given, read, decision);
    if (gate) return gate;
    return incoming ? judgeAtOnce(given, incoming) : judgeWake(given);
  });
}

async function decideTurn(parts: Parts, read: Ready, quiet: readonly TurnInput[]): Promise<void> {
  const last = quiet.at(-1);
  if (!last) return;
  const { decision } = last;
  const all = decisionsOf(quiet);
  const joined = all.filter((each) => each !== decision);
  const turn = quiet.flatMap(({ incoming }) => incoming ?? []);
  await carryOut(parts, read, { decision, joined, turn }, async (given) => {
    const gate = await gateVerdict(given, read, decision);
    if (gate) return gate;
    return turn.length > 0 ? judgeTurn(given, turn) : silent('gate', 'message_gone');
  });
}

async function gateVerdict(given: Case, read: Ready, decision: OpenDecision): Promise<Verdict | null> {
  const { ctx, producers, chat, settings, deciding } = given;
  const { turn, isOptedOut } = read;
  const isBot = chat.owner_state === 'bot';
  const gate = gateOf({ chat, decision, settings, isOptedOut, now: ctx.now() });
  if (gate?.reason === 'opted_out' && (await isOptOutWord(ctx.db, chat.account_id, wordsOf(decision)))) {
    const left = isBot ? await producers.flows.end(chat, deciding) : null;
    return silent('opt_out', 'opted_out', left ? [left] : []);
  }
  if (gate?.handOff && isBot) {
    const waits = chat.is_device_away || chat.is_over_budget;
    if (!isMessage(decision) && (waits || !(await producers.flows.isRunning(chat))))
      return silent('gate', gate.reason);
    const text = gate.isTold ? await handOffTextFor(given, decision.body) : null;
    return { ...handedOff('gate', gate.handOff, { text }), reason: gate.reason };
  }
  if (gate) return silent('gate', gate.reason);
  if (turn.attempts <= MAX_ATTEMPTS || !isBot) return null;
  // The text may be what fails.
  const text = turn.attempts > 2 * MAX_ATTEMPTS ? null : await handOffTextFor(given, decision.body);
  return handedOff('gate', 'failed', { text });
}

const wordsOf = ({ type, body }: OpenDecision) => ({ type: type ?? '', body });

/** False: the judge leaves the message to another stage. */
async function carryOut(
  parts: Parts,
  { chat }: Ready,
  { decision, joined, turn }: Pick<ToCommit, 'decision' | 'joined'> & { turn: readonly Incoming[] },
  judge: (given: Case) => Promise<Verdict | null>,
): Promise<boolean> {
  const { ctx, producers, committer, signal, stopping } = parts;
  if (stopping.aborted) throw new NotCommitted('stopping');
  const began = ctx.now();
  const deciding: Deciding = { decision_id: decision.decision_uuid, at: began, signal };
  const given = { ctx, producers, chat, settings: settingsFrom(chat.settings), deciding };
  const judged = await judge(given).catch((error: unknown) => {
    if (isDatabaseUnavailable(error) || stopping.aborted) throw error;
    ctx.log.error({ err: error, decisionId: decision.decision_uuid }, 'automation.producer_failed');
    return failed(given);
  });
  // An aborted producer may have fallen back: another process decides.
  if (stopping.aborted) throw new NotCommitted('stopping');
  if (!judged) return false;
  const whole = await withoutStaff(given, judged, turn.at(-1)?.text ?? null);
  const verdict = await withinReplyWindow(given, whole);
  const ms = ctx.now().getTime() - began.getTime();
  const watch = watchedIn(given, verdict, turn);
  await commitOrGiveUp(committer, { chat, decision, joined, deciding, verdict, watch, ms });
  return true;
}

/** The text of the hand-off may be what fails. */
async function failed(given: Case): Promise<Verdict> {
  const text = await handOffTextFor(given, null).catch(() => null);
  return handedOff('none', 'failed', { text });
}

/** What cannot be sent any more leaves the decision, and at most the hand-off. */
async function commitOrGiveUp(committer: Committer, given: ToCommit): Promise<void> {
  try {
    await committer.commit(given);
  } catch (error) {
    if (error instanceof NotCommitted && error.why === 'owner_changed') {
      await committer.commit({ ...given, verdict: silent(given.verdict.stage, 'owner_changed') });
    } else if (error instanceof ApiError && error.code === 'quota_exceeded') {
      const { owner_state, hands_off } = given.chat;
      const verdict =
        owner_state === 'bot' && hands_off
          ? handedOff('gate', 'quota_exceeded')
          : silent('gate', 'quota_exceeded');
      await commitOrGiveUp(committer, { ...given, verdict });
    } else throw error;
  }
}
