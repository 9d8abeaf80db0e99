import { proto } from 'baileys';
import { isMediaType } from '../../../lib/media/formats.ts';
import type { OutboundMessage } from '../../engine.ts';

/** Null for a message without its prepared file, and for a type that the engine does not send. */
export function encodeContent({ type, body, prepared }: OutboundMessage): proto.IMessage | null {
  if (type === 'text') return { extendedTextMessage: { text: body ?? '' } };
  return isMediaType(type) && prepared ? proto.Message.decode(prepared) : null;
}
