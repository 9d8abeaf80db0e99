import { proto } from 'baileys';
import { isFileKind, isMediaType } from '../../../../platform/lib/media/formats.ts';
import { writeVcard } from '../../../../platform/lib/vcard.ts';
import type { ContactCard } from '../../content-kinds.ts';
import type { OutboundMessage, Quote } from '../../engine.ts';
import type { Card } from '../../sent-kinds/contacts.ts';
import { jidOf } from '../addresses.ts';

/** Null: no prepared file, or a type that is not sent. */
export function encodeContent(message: OutboundMessage, ownJid: string, now: Date): proto.IMessage | null {
  const { type, prepared, quote } = message;
  if (type === 'reaction' || type === 'edit' || type === 'deletion')
    return quote ? changeOf(type, quote, message, now) : null;
  const contextInfo =
    quote && contextOf(quote, quote.author === 'us' ? ownJid : jidOf(quote.member ?? message.to));
  const file = prepared && proto.Message.decode(prepared);
  const content = isFileKind(type) ? file && asNote(file, message) : plainOf(message);
  if (!content) return content;
  const whole = contextInfo
    ? withPart(content, (part) => ({ contextInfo: { ...part.contextInfo, ...contextInfo } }))
    : content;
  return message.viewOnce
    ? { viewOnceMessage: { message: withPart(whole, () => ({ viewOnce: true })) } }
    : whole;
}

const asNote = (file: proto.IMessage, { voice }: OutboundMessage) =>
  voice ? withPart(file, () => ({ ptt: true })) : file;

type Part = { contextInfo?: proto.IContextInfo | null };

function withPart(content: proto.IMessage, more: (part: Part) => object): proto.IMessage {
  return Object.fromEntries(
    Object.entries(content).map(([name, part]) => [name, { ...part, ...more(part) }]),
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

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;

/** An empty text removes a reaction. */
function changeOf(
  type: 'reaction' | 'edit' | 'deletion',
  { id, author, member, type: targetType }: Quote,
  { to, body }: OutboundMessage,
  now: Date,
): proto.IMessage {
  const participant = member === undefined ? {} : { participant: jidOf(member) };
  const key = { remoteJid: jidOf(to), fromMe: author === 'us', id, ...participant };
  const text = body ?? '';
  if (type === 'reaction') return { reactionMessage: { key, text, senderTimestampMs: now.getTime() } };
  if (type === 'deletion') return { protocolMessage: { key, type: REVOKE } };
  const editedMessage = wordsOf(targetType, text);
  return { protocolMessage: { key, type: MESSAGE_EDIT, editedMessage, timestampMs: now.getTime() } };
}

/** Of the stanza. Phones ignore an edit or a deletion without it. */
export const attributesOf = ({ type }: OutboundMessage): Record<string, string> =>
  type === 'edit' ? { edit: '1' } : type === 'deletion' ? { edit: '7' } : {};

/** The phone shows `quotedMessage` when it lacks the message. */
function contextOf({ id, type, excerpt }: Quote, participant: string): proto.IContextInfo {
  return { stanzaId: id, participant, quotedMessage: wordsOf(type, excerpt) };
}

/** The words of a message without its file. */
const wordsOf = (type: string, text: string | null): proto.IMessage =>
  isMediaType(type)
    ? { [`${type}Message`]: text === null ? {} : { caption: text } }
    : { conversation: text ?? '' };

/** One card, or a list of them. */
function cardsOf(contacts: readonly ContactCard[]): proto.IMessage {
  const cards = contacts.map(cardOf);
  const [first, ...others] = cards;
  if (first && others.length === 0) return { contactMessage: first };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

/** Checked at the admission. */
function cardOf(card: ContactCard): proto.Message.IContactMessage {
  const { name, phones = [], emails = [], org, addresses = [], urls = [], birthday = '' } = card as Card;
  const {
    formatted_name,
    first_name = '',
    middle_name = '',
    last_name = '',
    prefix = '',
    suffix = '',
  } = name;
  const vcard = writeVcard([
    ['FN', formatted_name],
    ['N', last_name, first_name || (last_name ? '' : formatted_name), middle_name, prefix, suffix],
    ...phones.map(
      ({ phone, type, wa_id }) => [`TEL${typed(type)}${wa_id ? `;waid=${wa_id}` : ''}`, phone] as const,
    ),
    ...emails.map(({ email, type }) => [`EMAIL${typed(type)}`, email] as const),
    ['ORG', org?.company ?? '', ...(org?.department ? [org.department] : [])],
    ['TITLE', org?.title ?? ''],
    ...addresses.map(
      ({ street = '', city = '', state = '', zip = '', country = '', type }) =>
        [`ADR${typed(type)}`, '', '', street, city, state, zip, country] as const,
    ),
    ...urls.map(({ url, type }) => [`URL${typed(type)}`, url] as const),
    ['BDAY', birthday],
  ]);
  return { displayName: formatted_name, vcard };
}

const typed = (type: string | undefined) => (type === undefined ? '' : `;type=${type}`);
