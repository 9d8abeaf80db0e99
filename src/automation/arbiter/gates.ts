import { UNSUPPORTED_BODY } from '../../engines/customer-content.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import type { Incoming } from '../chat.ts';
import type { HandOffReason } from '../plan.ts';
import type { OpenDecision, ReadChat } from './chat-store.ts';
import { isLoop } from './loops.ts';
import type { AutomationSettings } from './settings/schema.ts';

/** Why no automation answers. `handOff`: staff is asked to. */
export interface Gate {
  reason: string;
  handOff: HandOffReason | null;
}

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
  const silent = (reason: string): Gate => ({ reason, handOff: null });
  if (decision.message_id !== null && decision.type === null) return silent('message_gone');
  if (decision.is_edit) return silent('edit');
  if (chat.is_own_number) return silent('own_number');
  if (chat.automation_suppressed) return silent('suppressed');
  if (chat.account_status !== 'active') return silent('account_not_active');
  if (!chat.automated) return silent('no_automation');
  return requestOf(situation);
}

function requestOf({ chat, decision, settings, isOptedOut, now }: Situation): Gate | null {
  const { breakers, max_age_seconds } = settings;
  const isMessage = decision.message_id !== null;
  const ask = (handOff: HandOffReason, reason: string = handOff): Gate => ({ reason, handOff });
  if (isOptedOut) return ask('opted_out');
  if (chat.device_status !== 'connected') return ask('device_unavailable');
  if (isMessage && isOlder(decision.at, max_age_seconds * SECOND, now)) return ask('too_old');
  if (!chat.has_quota) return ask('quota_exceeded');
  const isOpen = !isOlder(chat.loop_at, breakers.open_minutes * MINUTE, now);
  if (isOpen) return ask('loop_suspected', 'breaker_open');
  const coming = { text: decision.body, taken: decision.created_at };
  if (isMessage && isLoop(chat.recent, coming, breakers, now)) return ask('loop_suspected');
  return chat.is_over_budget ? ask('budget_exceeded') : null;
}

const LOOK_AGAIN_MS = 5 * SECOND;

/**
 * When to look again while the device of a chat is away. Null: it is not away, or the oldest message has waited for
 * `max_age_seconds`.
 */
export function untilDeviceIsBack(
  chat: ReadChat,
  open: readonly OpenDecision[],
  settings: AutomationSettings,
  now: Date,
): Date | null {
  if (!chat.is_device_away || chat.owner_state !== 'bot') return null;
  const oldest = Math.min(...open.map(({ at, created_at }) => (at ?? created_at).getTime()));
  const end = oldest + settings.max_age_seconds * SECOND;
  return end > now.getTime() ? new Date(Math.min(now.getTime() + LOOK_AGAIN_MS, end)) : null;
}

/** Null counts as old. */
const isOlder = (at: Date | null, ms: number, now: Date) => at === null || now.getTime() - at.getTime() > ms;

/** Messages whose body describes something else than words. */
const WITHOUT_WORDS = new Set(['location', 'contacts', 'sticker', 'poll']);

/** The message as automations read it. */
export function incomingOf(chat: ReadChat, decision: OpenDecision): Incoming | null {
  const { message_id: id, public_id, type, at, kind, choice_id } = decision;
  if (id === null || type === null || at === null) return null;
  const isText = decision.body !== UNSUPPORTED_BODY && !WITHOUT_WORDS.has(kind ?? '');
  return {
    ...{ id, public_id, at, choice_id },
    type: kind ?? type,
    text: isText ? decision.body : null,
    opens: chat.owner_reason === 'inbound' && chat.context_from === id,
  };
}
