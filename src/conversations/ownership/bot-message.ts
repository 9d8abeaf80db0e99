import type { Tx } from '../../lib/db/db.ts';
import { insert, type Outbound } from '../../messages/queue/queue.ts';
import * as store from './bot-message-store.ts';

export interface BotMessage {
  conversation_id: number;
  /** Under which the automation decided to answer. */
  ownership_version: number;
  /** Time of the last message of the customer that it answers. Without it: all. */
  answers_until?: Date;
  type: string;
  body: string | null;
  media_url?: string | null;
  /** JSON. */
  interactive?: string | null;
}

/**
 * - stale: another owner has the conversation since the decision, or no automation may answer any more. Nothing is
 *   stored.
 * - quota_exceeded: no unit of the quota is left. Nothing is stored.
 */
export type BotSend = 'queued' | 'stale' | 'quota_exceeded';

/**
 * Queues a message of the automation while it owns the conversation, in a transaction of the caller. A take-over
 * waits for this transaction and ends the message, or comes first and makes it stale.
 */
export async function sendAsBot(tx: Tx, message: BotMessage, now: Date): Promise<BotSend> {
  const { conversation_id: id, ownership_version } = message;
  const target = await store.lockForBot(tx, id, ownership_version);
  if (!target) return 'stale';
  const { account_id, device_id, phone } = target;
  const origin = {
    ...{ account_id, device_id, source: 'bot' as const, author_id: null, broadcast_id: null },
    conversation: { id, ownership_version },
  };
  const { type, body, media_url = null, interactive = null } = message;
  const outbound: Outbound = {
    ...{ phone, type, body, media_url, interactive, broadcast_place: null, refusal: null },
  };
  const { stored } = await insert(tx, origin, [outbound], now);
  if (stored === 0) return 'quota_exceeded';
  await store.noteBotMessage(tx, id, message.answers_until ?? null, now);
  return 'queued';
}
