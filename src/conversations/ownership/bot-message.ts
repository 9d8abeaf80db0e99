import type { Tx } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import type { AutomationOrigin } from '../../messages/outbound-details.ts';
import {
  type InsertedMessage,
  insert,
  lockOpenBotMessages,
  type Outbound,
} from '../../messages/queue/queue.ts';
import type { LockedConversation } from '../conversation.ts';
import { insertEntry } from '../timeline/timeline.ts';
import * as store from './bot-message-store.ts';
import { changeOwner } from './ownership.ts';
import { lockOwners } from './store.ts';

export const { listChangedOwners } = store;

/** Messages of the automation, decided together. */
export interface BotTurn {
  account_id: number;
  conversation_id: number;
  /** Under which the automation decided to answer. */
  ownership_version: number;
  /** `human_waiting`: only notices. Default: `bot`. */
  owner_state?: 'bot' | 'human_waiting';
  /** Time of the last message of the customer that they answer. Without it: all. */
  answers_until?: Date;
  /** They are sent from then on. Without it: at once. */
  not_before?: Date;
  /** In their order. */
  messages: readonly BotMessage[];
}

export interface BotMessage {
  type: string;
  body: string | null;
  media_url?: string | null;
  /** JSON. */
  interactive?: string | null;
  automation: AutomationOrigin;
}

/**
 * Queues messages of the automation while it owns the conversation, in a transaction of the caller. A take-over
 * waits for this transaction and ends the messages, or comes first. Then nothing is stored, and the answer is null.
 * A notice ends no wait of the customer. ApiError quota_exceeded when one has no unit: roll back.
 */
export async function sendAsBot(tx: Tx, turn: BotTurn, now: Date): Promise<InsertedMessage[] | null> {
  const { account_id, conversation_id: id, ownership_version, owner_state = 'bot', messages } = turn;
  const target = await store.lockForBot(tx, { account_id, id, ownership_version, owner_state });
  if (!target) return null;
  const { device_id, phone } = target;
  const origin = {
    ...{ account_id, device_id, source: 'bot' as const, author_id: null, broadcast_id: null },
    conversation: { id, ownership_version },
    not_before: turn.not_before ?? null,
  };
  const outbound = messages.map((message) => outboundOf(message, phone));
  const { stored } = await insert(tx, origin, outbound, now);
  if (stored.length < messages.length) throw new ApiError('quota_exceeded');
  if (messages.some(({ automation }) => !automation.is_notice)) {
    await store.noteBotMessage(tx, id, turn.answers_until ?? null, now);
  }
  return stored;
}

/**
 * For a decision that sends nothing, or leaves the conversation: its open messages are locked before the quota. False:
 * another owner or version is present, or no automation may answer.
 */
export async function lockAsBot(
  tx: Tx,
  turn: Pick<BotTurn, 'account_id' | 'conversation_id' | 'ownership_version' | 'owner_state'>,
  { leaves }: { leaves: boolean },
): Promise<boolean> {
  const { account_id, conversation_id: id, ownership_version, owner_state = 'bot' } = turn;
  const isLocked =
    (await store.lockForBot(tx, { account_id, id, ownership_version, owner_state })) !== undefined;
  if (isLocked && leaves) await lockOpenBotMessages(tx, [id]);
  return isLocked;
}

function outboundOf({ automation, ...message }: BotMessage, phone: string): Outbound {
  const { type, body, media_url = null, interactive = null } = message;
  const details = JSON.stringify({ automation });
  return { phone, type, body, media_url, interactive, details, broadcast_place: null, refusal: null };
}

/**
 * The automation gives the conversation to staff, or closes it, after its messages in the same transaction. False when
 * another owner has it since the decision.
 */
export async function leaveAsBot(
  tx: Tx,
  { conversation_id, ownership_version }: Pick<BotTurn, 'conversation_id' | 'ownership_version'>,
  { to, reason }: { to: 'human_waiting' | 'closed'; reason: string },
  now: Date,
): Promise<boolean> {
  const [owner] = await lockOwners(tx, [conversation_id]);
  if (owner?.ownership_version !== ownership_version || owner.owner_state !== 'bot') return false;
  const move = to === 'closed' ? 'bot_resolve' : 'hand_off';
  return (await changeOwner(tx, owner, { move, reason, actor: 'bot' }, now)) !== null;
}

/**
 * What the automation leaves for staff. Call it with the lock. `message_ids`: messages of the customer whose words the
 * note repeats; null: of none.
 */
export async function noteAsBot(
  tx: Tx,
  conversation: Pick<LockedConversation, 'id' | 'account_id' | 'episode'>,
  note: { body: string; message_ids: readonly number[] | null },
  now: Date,
): Promise<void> {
  await insertEntry(tx, conversation, { ...note, kind: 'note', actor: 'bot' }, now);
}
