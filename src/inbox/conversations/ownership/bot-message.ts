import type { OutboundTemplate, Quote } from '../../../gateway/engines/engine.ts';
import type { AutomationOrigin } from '../../../gateway/messages/outbound-details.ts';
import {
  type InsertedMessage,
  insert,
  lockOpenBotMessages,
  type Outbound,
} from '../../../gateway/messages/queue/queue.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { LockedConversation } from '../conversation.ts';
import { insertEntry } from '../timeline/timeline.ts';
import type { BotOwner, BotTarget } from './bot-message-store.ts';
import * as store from './bot-message-store.ts';
import { changeOwner } from './ownership.ts';
import { lockOwners } from './store.ts';

export type { BotTarget } from './bot-message-store.ts';
export const { listChangedOwners } = store;

/** Decided together. */
export interface BotTurn {
  target: BotTarget;
  /** Of the decision. */
  ownership_version: number;
  /** Time of the last answered message. Null: all. */
  answers_until: Date | null;
  /** Null: at once. */
  not_before: Date | null;
  /** In their order. */
  messages: readonly BotMessage[];
}

export interface BotMessage {
  type: string;
  body: string | null;
  media_url?: string | null;
  /** JSON. */
  interactive?: string | null;
  template?: OutboundTemplate;
  quote?: Quote;
  automation: AutomationOrigin;
}

/**
 * Locks conversations and open messages of those it leaves. A take-over waits, or comes first.
 * Missing: another owner or version, or no automation. `human_waiting` and `human_active` are for
 * notices, `closed` for answers in groups.
 */
export async function lockAsBot(
  tx: Tx,
  owners: readonly (BotOwner & { leaves: boolean })[],
): Promise<Map<number, BotTarget>> {
  if (owners.length === 0) return new Map();
  const targets = await store.lockForBot(tx, owners);
  const left = owners.filter(({ leaves }) => leaves).map(({ conversation_id }) => conversation_id);
  if (left.length > 0) await lockOpenBotMessages(tx, left);
  return new Map(targets.map((target) => [target.conversation_id, target]));
}

/**
 * To locked conversations of one account, each once. Notices end no wait. ApiError quota_exceeded:
 * roll back.
 */
export async function sendAsBot(
  tx: Tx,
  account_id: number,
  turns: readonly BotTurn[],
  now: Date,
): Promise<Map<number, InsertedMessage[]>> {
  const outbound = turns.flatMap((turn) => turn.messages.map((message) => outboundOf(turn, message)));
  if (outbound.length === 0) return new Map();
  const origin = { account_id, source: 'bot' as const, author_id: null, broadcast_id: null };
  const { stored } = await insert(tx, origin, outbound, now);
  if (stored.length < outbound.length) throw new ApiError('quota_exceeded');
  const answers = turns.filter(({ messages }) => messages.some(({ automation }) => !automation.is_notice));
  await store.noteBotMessages(
    tx,
    answers.map(({ target, answers_until }) => ({ id: target.conversation_id, upTo: answers_until })),
    now,
  );
  const rest = [...stored];
  return new Map(
    turns.map(({ target, messages }) => [target.conversation_id, rest.splice(0, messages.length)]),
  );
}

function outboundOf(
  { target, ownership_version, not_before }: BotTurn,
  { type, body, media_url = null, interactive = null, template, quote, automation }: BotMessage,
): Outbound {
  return {
    device_id: target.device_id,
    phone: target.phone,
    not_before,
    conversation: { id: target.conversation_id, ownership_version },
    type,
    body,
    media_url,
    interactive,
    details: JSON.stringify({ template, quote, automation }),
    broadcast_place: null,
    refusal: null,
  };
}

/** To staff or closed, with its messages. False: another owner since the decision. */
export async function leaveAsBot(
  tx: Tx,
  { conversation_id, ownership_version }: Pick<BotOwner, 'conversation_id' | 'ownership_version'>,
  { to, reason }: { to: 'human_waiting' | 'closed'; reason: string },
  now: Date,
): Promise<boolean> {
  const [owner] = await lockOwners(tx, { ids: [conversation_id] });
  if (owner?.ownership_version !== ownership_version || owner.owner_state !== 'bot') return false;
  const move = to === 'closed' ? 'bot_resolve' : 'hand_off';
  return (await changeOwner(tx, owner, { move, reason, actor: 'bot' }, now)) !== null;
}

/** Call it with the lock. `message_ids`: repeated messages of the customer; null: none. */
export async function noteAsBot(
  tx: Tx,
  conversation: Pick<LockedConversation, 'id' | 'account_id' | 'episode'>,
  note: { body: string; message_ids: readonly number[] | null },
  now: Date,
): Promise<void> {
  await insertEntry(tx, conversation, { ...note, kind: 'note', actor: 'bot' }, now);
}
