import { isOptOutWord } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { HandOffReason } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import type { RecentAnswer } from './chat-store.ts';
import type { OpenDecision } from './decision-store.ts';
import type { AutomationSettings } from './settings/schema.ts';
import { type Case, handOffTextFor } from './steps.ts';
import { handedOff, type Silence, silent, type Verdict } from './verdict.ts';

/** Why no automation answers. `handOff`: staff does. `hasText`: the customer reads so. */
interface Gate {
  reason: Silence;
  handOff: HandOffReason | null;
  hasText: boolean;
}

export interface AtGate {
  chat: ReadChat;
  decision: OpenDecision;
  attempts: number;
  now: Date;
}

const SAME_TEXT_MS = 10 * MINUTE;
/** A person cannot read and write this fast. */
const FAST_MS = 1.5 * SECOND;
const LATEST_TEXT_MS = 1 * DAY;
/** What fails more often may end the process each time: staff gets it. */
export const MAX_ATTEMPTS = 5;

/** Null: an automation may answer. */
export async function stoppedAtGate(given: Case, at: AtGate): Promise<Verdict | null> {
  const { ctx, producers, deciding } = given;
  const { chat, decision, attempts } = at;
  const isBot = chat.owner_state === 'bot';
  const gate = gateOf(at);
  if (gate?.reason === 'opted_out' && (await isOptOutWord(ctx.db, chat.account_id, wordsOf(decision)))) {
    const left = isBot ? await producers.flows.end(chat, deciding) : null;
    return silent('opt_out', 'opted_out', left ? [left] : []);
  }
  if (gate?.handOff && isBot) {
    const waits = chat.is_device_away || chat.is_over_budget;
    if (!isMessage(decision) && (waits || !(await given.isInFlow()))) return silent('gate', gate.reason);
    const text = gate.hasText ? await handOffTextFor(given, decision.body) : null;
    return { ...handedOff('gate', gate.handOff, { text }), reason: gate.reason };
  }
  if (gate) return silent('gate', gate.reason);
  if (attempts <= MAX_ATTEMPTS || !isBot) return null;
  // The text may be what fails.
  const text = attempts > 2 * MAX_ATTEMPTS ? null : await handOffTextFor(given, decision.body);
  return handedOff('gate', 'failed', { text });
}

const wordsOf = ({ type, body }: OpenDecision) => ({ type: type ?? '', body });

export function gateOf(at: AtGate): Gate | null {
  const { chat, decision } = at;
  const silence = (reason: Silence): Gate => ({ reason, handOff: null, hasText: false });
  if (decision.message_id !== null && decision.type === null) return silence('message_gone');
  if (decision.edit_of !== null) return silence('edit');
  if (chat.is_own_number) return silence('own_number');
  if (chat.automation_suppressed) return silence('suppressed');
  if (chat.account_status !== 'active') return silence('account_not_active');
  if (!chat.automated) return silence('no_automation');
  return handOffGate(at);
}

function handOffGate({ chat, decision, now }: AtGate): Gate | null {
  const { breakers, max_age_seconds } = chat.settings;
  const ask = (handOff: HandOffReason, reason: Silence = handOff, hasText = false): Gate => ({
    reason,
    handOff,
    hasText,
  });
  if (chat.is_ignored) return ask('ignored_contact');
  if (chat.is_opted_out) return ask('opted_out');
  if (chat.device_status !== 'connected') return ask('device_unavailable');
  if (chat.is_cap_reached) return ask('cost_cap_reached');
  if (isMessage(decision) && isOlder(decision.at, max_age_seconds * SECOND, now)) {
    if (chat.is_over_budget) return ask('budget_exceeded');
    return ask('too_old', 'too_old', !isOlder(decision.at, LATEST_TEXT_MS, now));
  }
  if (!chat.has_quota) return ask('quota_exceeded');
  const isOpen = !isOlder(chat.loop_at, breakers.open_minutes * MINUTE, now);
  if (isOpen) return ask('loop_suspected', 'breaker_open');
  const coming = { text_hash: decision.text_hash, taken: decision.created_at };
  if (isMessage(decision) && isLoop(chat.recent, coming, breakers, now)) return ask('loop_suspected');
  return chat.is_over_budget ? ask('budget_exceeded') : null;
}

const LOOK_AGAIN_MS = 5 * SECOND;
const SELDOM_MS = 5 * MINUTE;

/**
 * When to look again while the device is away, or has sent the answers of its minute. Null: it may answer, or the
 * oldest message is older than `max_age_seconds`. The wake of a flow has no such limit.
 */
export function untilItMayAnswer(chat: ReadChat, open: readonly OpenDecision[], now: Date): Date | null {
  if (chat.owner_state !== 'bot') return null;
  const isHeldUp = chat.is_device_away || chat.is_over_budget;
  const messages = open.filter(isMessage);
  if (messages.length === 0) {
    return isHeldUp || chat.account_status === 'suspended' ? lookAgain(open, now) : null;
  }
  if (!isHeldUp) return null;
  const oldest = Math.min(...messages.map(({ at, created_at }) => (at ?? created_at).getTime()));
  const end = oldest + chat.settings.max_age_seconds * SECOND;
  return end > now.getTime() ? new Date(Math.min(lookAgain(open, now).getTime(), end)) : null;
}

export const isMessage = ({ message_id }: OpenDecision): boolean => message_id !== null;

function lookAgain(open: readonly OpenDecision[], now: Date): Date {
  const since = Math.min(...open.map(({ created_at }) => created_at.getTime()));
  const ms = Math.min(SELDOM_MS, Math.max(LOOK_AGAIN_MS, (now.getTime() - since) / 4));
  return new Date(now.getTime() + ms);
}

const isOlder = (at: Date | null, ms: number, now: Date) => at === null || now.getTime() - at.getTime() > ms;

interface Coming {
  text_hash: string | null;
  taken: Date;
}

/** Customers answer flows fast, and machines do too: this multiple is a loop. */
const IN_FLOWS = 3;

/** Two machines answer each other. In a flow, the same text is a choice of another menu. */
function isLoop(
  recent: readonly RecentAnswer[],
  { text_hash: hash, taken }: Coming,
  breakers: AutomationSettings['breakers'],
  now: Date,
): boolean {
  const within = (ms: number) => recent.filter(({ decided }) => decided > now.getTime() - ms);
  const isFull = (ms: number, most: number) => {
    const answers = within(ms);
    const outside = answers.filter(({ stage }) => stage !== 'flow');
    return outside.length >= most || answers.length >= IN_FLOWS * most;
  };
  const same = within(SAME_TEXT_MS).filter((answer) => answer.text_hash === hash && answer.stage !== 'flow');
  return (
    isFull(MINUTE, breakers.per_minute) ||
    isFull(HOUR, breakers.per_hour) ||
    (hash !== null && same.length >= breakers.same_text) ||
    fastReplies(recent, taken) >= breakers.fast_replies
  );
}

/** In a row, with the new message. */
function fastReplies(recent: readonly RecentAnswer[], taken: Date): number {
  let count = 0;
  let reply = taken.getTime();
  for (const answer of recent) {
    const gap = reply - answer.sent;
    if (gap < 0 || gap >= FAST_MS) break;
    count += 1;
    reply = answer.taken;
  }
  return count;
}
