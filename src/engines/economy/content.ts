import type { proto } from 'baileys';
import type { OutboundMessage } from '../engine.ts';

/** The message as the network carries it; the same for the first send and for every repetition. No link preview is made. */
export function contentOf(message: OutboundMessage): proto.IMessage {
  return { extendedTextMessage: { text: message.body ?? '' } };
}
