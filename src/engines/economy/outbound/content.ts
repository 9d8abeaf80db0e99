import { proto } from 'baileys';
import { isMediaType } from '../../../lib/media/formats.ts';
import type { OutboundMessage } from '../../engine.ts';

/**
 * The message as the network carries it; the same for the first send and for every repetition. No link preview is made. Null for a message
 * that was not prepared.
 */
export function contentOf(message: OutboundMessage): proto.IMessage | null {
  if (!isMediaType(message.type)) return { extendedTextMessage: { text: message.body ?? '' } };
  return message.prepared && proto.Message.decode(message.prepared);
}
