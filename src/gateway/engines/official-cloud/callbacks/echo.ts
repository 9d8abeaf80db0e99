import { z } from 'zod';
import { MINUTE } from '../../../../platform/lib/clock.ts';
import type { MessageChange, PhoneReply } from '../../engine.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { indexContacts } from './author.ts';
import { changeIn } from './changes.ts';
import { timeOf } from './envelope.ts';
import { InboundMessage, receivedOf } from './inbound-message.ts';

/** Of the Business app: field, and its list. */
export const ECHOES = 'smb_message_echoes';

/** Callbacks repeat for days: old ones say nothing about now. */
export const LIVE_MS = 10 * MINUTE;

export const NO_REPLY: readonly string[] = ['system', 'reaction', 'revoke', 'edit', 'request_welcome'];

const Recipient = z.object({
  to: lenient(textOrNumber(64)),
  to_user_id: lenient(z.string().max(200)),
});

/** Of the Business app. Null: another echo. */
export function ownChangeIn(item: Record<string, unknown>, receivedAt: Date): MessageChange | null {
  const change = changeIn(fromRecipient(item), indexContacts([]), receivedAt);
  return change && { ...change, fromMe: true };
}

/** Undefined: no reply. Null: unreadable. */
export function replyOf(item: Record<string, unknown>, receivedAt: Date): PhoneReply | null | undefined {
  const echo = InboundMessage.safeParse(item).data;
  if (!echo) return null;
  if (NO_REPLY.includes(echo.type)) return undefined;
  const at = timeOf(echo.timestamp) ?? receivedAt;
  const { from, from_user_id, ...content } = fromRecipient(item);
  const customer = { from, from_user_id };
  const message = receivedOf({ ...echo, ...customer }, { item: content, contacts: indexContacts([]), at });
  if (!message) return null;
  const { from: to, ...reply } = message;
  return { ...reply, to, isLive: receivedAt.getTime() - at.getTime() <= LIVE_MS };
}

/** From the business to the customer of the chat. */
function fromRecipient(item: Record<string, unknown>) {
  const { from: _from, from_user_id: _user, to: _to, to_user_id: _toUser, ...content } = item;
  const { to, to_user_id } = Recipient.parse(item);
  return { ...content, from: to, from_user_id: to_user_id };
}
