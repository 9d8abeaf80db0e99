import { proto } from 'baileys';
import { isMediaType } from '../../../lib/media/formats.ts';
import type { OutboundMessage } from '../../engine.ts';

/** Null when the file is not prepared. */
export function encodeContent(message: OutboundMessage): proto.IMessage | null {
  if (!isMediaType(message.type)) return { extendedTextMessage: { text: message.body ?? '' } };
  return message.prepared && proto.Message.decode(message.prepared);
}
