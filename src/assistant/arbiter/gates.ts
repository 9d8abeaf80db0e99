import { DAY, MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { HandOffReason } from '../plan.ts';
import type { OpenDecision, ReadChat } from './chat-store.ts';
import { isLoop } from './loops.ts';
import type { AutomationSettings } from './settings/schema.ts';
import type { Silence } from './verdict.ts';

/** Why no automation answers. `handOff`: staff is asked to. `isTold`: and the customer reads so. */
export interface Gate {
  reason: Silence;
  handOff: HandOffReason | null;
  isTold: boolean;
}

/** A late text is worse than none. */
const LATEST_TEXT_MS = 1 * DAY;

interface Situation {
  chat: ReadChat;
  decision: OpenDecision;
  settings: AutomationSettings;
  isOptedOut: boolean;
  now: Date;
}

/** Null: an automation may answer. */
export function gateOf(situation: Situation): Gate | null {
  const { chat, decision } = situation;
  const silent = (reason: Silence): Gate => ({ reason, handOff: null, isTold: false });
  if (decision.message_id !== null && decision.type === null) return silent('message_gone');
  if (decision.edit_of !== null) return silent('edit');
  if (chat.is_own_number) return silent('own_number');
  if (chat.automation_suppressed) return silent('suppressed');
  if (chat.account_status !== 'active') return silent('account_not_active');
  if (!chat.automated) return silent('no_automation');
  return requestOf(situation);
}

function requestOf({ chat, decision, settings, isOptedOut, now }: Situation): Gate | null {
  const { breakers, max_age_seconds } = settings;
  const ask = (handOff: HandOffReason, reason: Silence = handOff): Gate => ({
    reason,
    handOff,
    isTold: false,
  });
  if (chat.is_ignored) return ask('ignored_contact');
  if (isOptedOut) return ask('opted_out');
  if (chat.device_status !== 'connected') return ask('device_unavailable');
  if (chat.is_cap_reached) return ask('cost_cap_reached');
  if (isMessage(decision) && isOlder(decision.at, max_age_seconds * SECOND, now)) {
    if (chat.is_over_budget) return ask('budget_exceeded');
    return { ...ask('too_old'), isTold: !isOlder(decision.at, LATEST_TEXT_MS, now) };
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
 * When to look again while the device of a chat is away, or has sent the answers of its minute. Null: it may answer, or
 * the oldest message has waited for `max_age_seconds`. A flow that wakes waits without that limit.
 */
export function untilItMayAnswer(
  chat: ReadChat,
  open: readonly OpenDecision[],
  settings: AutomationSettings,
  now: Date,
): Date | null {
  if (chat.owner_state !== 'bot') return null;
  const isHeldUp = chat.is_device_away || chat.is_over_budget;
  const messages = open.filter(isMessage);
  if (messages.length === 0) {
    return isHeldUp || chat.account_status === 'suspended' ? lookAgain(open, now) : null;
  }
  if (!isHeldUp) return null;
  const oldest = Math.min(...messages.map(({ at, created_at }) => (at ?? created_at).getTime()));
  const end = oldest + settings.max_age_seconds * SECOND;
  return end > now.getTime() ? new Date(Math.min(lookAgain(open, now).getTime(), end)) : null;
}

export const isMessage = ({ message_id }: OpenDecision): boolean => message_id !== null;

/** The longer it waits, the more seldom. */
function lookAgain(open: readonly OpenDecision[], now: Date): Date {
  const since = Math.min(...open.map(({ created_at }) => created_at.getTime()));
  const ms = Math.min(SELDOM_MS, Math.max(LOOK_AGAIN_MS, (now.getTime() - since) / 4));
  return new Date(now.getTime() + ms);
}

/** Null counts as old. */
const isOlder = (at: Date | null, ms: number, now: Date) => at === null || now.getTime() - at.getTime() > ms;
