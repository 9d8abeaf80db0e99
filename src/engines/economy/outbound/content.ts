import { proto } from 'baileys';
import { isMediaType } from '../../../lib/media/formats.ts';
import type { OutboundMessage, Quote } from '../../engine.ts';
import { jidOf } from '../addresses.ts';

/** Null for a message without its prepared file, and for a type that the engine does not send. */
export function encodeContent(message: OutboundMessage, ownJid: string): proto.IMessage | null {
  const { type, body, prepared, quote } = message;
  const contextInfo = quote && contextOf(quote, quote.author === 'us' ? ownJid : jidOf(message.to));
  if (type === 'text')
    return { extendedTextMessage: { text: body ?? '', ...(contextInfo && { contextInfo }) } };
  if (!isMediaType(type) || !prepared) return null;
  const content = proto.Message.decode(prepared);
  const file = content[`${type}Message`];
  if (file && contextInfo) file.contextInfo = { ...file.contextInfo, ...contextInfo };
  return content;
}

/** The phone shows `quotedMessage` when it no longer has the message itself. */
function contextOf({ id, type, excerpt }: Quote, participant: string): proto.IContextInfo {
  const quotedMessage: proto.IMessage = isMediaType(type)
    ? { [`${type}Message`]: excerpt === null ? {} : { caption: excerpt } }
    : { conversation: excerpt ?? '' };
  return { stanzaId: id, participant, quotedMessage };
}
