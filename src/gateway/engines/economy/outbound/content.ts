import { proto } from 'baileys';
import { isFileKind, isMediaType } from '../../../../platform/lib/media/formats.ts';
import type { OutboundMessage, Quote } from '../../engine.ts';
import { jidOf } from '../addresses.ts';
import { cardsOf } from './contact-card.ts';

/** Null: no prepared file, or a type that is not sent. */
export function encodeContent(message: OutboundMessage, ownJid: string, now: Date): proto.IMessage | null {
  const { type, prepared, quote } = message;
  if (type === 'reaction') return quote ? reactionTo(quote, message, now) : null;
  const contextInfo = quote && contextOf(quote, quote.author === 'us' ? ownJid : jidOf(message.to));
  const file = prepared && proto.Message.decode(prepared);
  const content = isFileKind(type) ? file : plainOf(message);
  if (!content || !contextInfo) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, part]) => [
      name,
      { ...part, contextInfo: { ...part.contextInfo, ...contextInfo } },
    ]),
  );
}

function plainOf({ type, body, location, contacts }: OutboundMessage): proto.IMessage | null {
  if (type === 'text') return { extendedTextMessage: { text: body ?? '' } };
  if (type === 'location' && location) {
    const { latitude: degreesLatitude, longitude: degreesLongitude, name, address } = location;
    const named = { ...(name && { name }), ...(address && { address }) };
    return { locationMessage: { degreesLatitude, degreesLongitude, ...named } };
  }
  return type === 'contacts' && contacts ? cardsOf(contacts) : null;
}

/** An empty text removes the reaction. */
function reactionTo({ id, author }: Quote, { to, body }: OutboundMessage, now: Date): proto.IMessage {
  const key = { remoteJid: jidOf(to), fromMe: author === 'us', id };
  return { reactionMessage: { key, text: body ?? '', senderTimestampMs: now.getTime() } };
}

/** The phone shows `quotedMessage` when it lacks the message. */
function contextOf({ id, type, excerpt }: Quote, participant: string): proto.IContextInfo {
  const quotedMessage: proto.IMessage = isMediaType(type)
    ? { [`${type}Message`]: excerpt === null ? {} : { caption: excerpt } }
    : { conversation: excerpt ?? '' };
  return { stanzaId: id, participant, quotedMessage };
}
