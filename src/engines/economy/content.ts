import { proto } from 'baileys';
import { MEDIA_TYPES } from '../../lib/media/formats.ts';
import type { MessageType, OutboundMessage } from '../engine.ts';

/** Types whose files are fetched and uploaded before the first send. */
export const PREPARED_TYPES: ReadonlySet<MessageType> = new Set(MEDIA_TYPES);

/**
 * The message as the network carries it; the same for the first send and for every repetition. No link preview is made. Null for a message
 * that was not prepared.
 */
export function contentOf(message: OutboundMessage): proto.IMessage | null {
  if (!PREPARED_TYPES.has(message.type)) return { extendedTextMessage: { text: message.body ?? '' } };
  return message.prepared && proto.Message.decode(message.prepared);
}
