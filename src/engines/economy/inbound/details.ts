import { type AuthenticationCreds, normalizeMessageContent, type proto } from 'baileys';
import { cut, MAX_ID } from '../../../lib/text.ts';
import { MAX_EXCERPT } from '../../customer-content.ts';
import type { Quote } from '../../engine.ts';
import { isOwn } from '../addresses.ts';
import { adContextIn } from './ad-context.ts';
import { readCard } from './contact-card.ts';
import { readContent } from './content.ts';

type Content = proto.IMessage;
type Own = Pick<AuthenticationCreds, 'me'>;

const MAX_CARDS = 50;
const MAX_OPTIONS = 20;
const MAX_NAME = 200;
const MAX_ADDRESS = 1_000;

/**
 * What a message has beside type and text, under the keys of the official provider. Null without any. The official
 * provider has no `quote` and no `poll`, and `referral` in place of `ad_context`.
 */
export function readDetails(message: Content | null | undefined, own: Own): object | null {
  const content = normalizeMessageContent(message);
  if (!content) return null;
  const details = {
    ...quoteIn(content, own),
    ...forwardIn(content),
    ...adContextIn(contextOf(content)),
    ...editIn(content),
    ...choiceIn(content),
    ...locationIn(content),
    ...contactsIn(content),
    ...pollIn(content),
    ...(content.stickerMessage && {
      kind: 'sticker',
      sticker: { animated: content.stickerMessage.isAnimated === true },
    }),
  };
  return Object.keys(details).length > 0 ? details : null;
}

/** Each type of content may have a context. */
function contextOf(content: Content): proto.IContextInfo | null {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part && part.contextInfo)
      return part.contextInfo;
  }
  return null;
}

function quoteIn(content: Content, own: Own): { quote: Quote } | null {
  const { stanzaId, participant, quotedMessage } = contextOf(content) ?? {};
  if (!stanzaId || stanzaId.length > MAX_ID) return null;
  const quoted = readContent(quotedMessage);
  const excerpt = quoted?.body ? cut(quoted.body, MAX_EXCERPT) : null;
  const author = isOwn(participant ?? undefined, own) ? 'us' : 'them';
  return { quote: { id: stanzaId, author, type: quoted?.type ?? 'text', excerpt } };
}

function forwardIn(content: Content) {
  return contextOf(content)?.isForwarded ? { context: { forwarded: true } } : null;
}

/** An edit arrives as a message with the new text. */
function editIn({ protocolMessage }: Content) {
  const id = protocolMessage?.editedMessage && protocolMessage.key?.id;
  return id && id.length <= MAX_ID ? { edit: { original_message_id: id } } : null;
}

function choiceIn(content: Content) {
  const id =
    content.buttonsResponseMessage?.selectedButtonId ??
    content.listResponseMessage?.singleSelectReply?.selectedRowId ??
    content.templateButtonReplyMessage?.selectedId;
  return id ? { choice_id: cut(id, MAX_ID) } : null;
}

function locationIn({ locationMessage, liveLocationMessage }: Content) {
  const place = locationMessage ?? liveLocationMessage;
  const { degreesLatitude: latitude, degreesLongitude: longitude } = place ?? {};
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return null;
  const name = cut(locationMessage?.name ?? '', MAX_NAME);
  const address = cut(locationMessage?.address ?? '', MAX_ADDRESS);
  const location = { latitude, longitude, ...(name && { name }), ...(address && { address }) };
  return { kind: 'location', location: liveLocationMessage ? { ...location, live: true } : location };
}

const isDegrees = (degrees: unknown, max: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= max;

function contactsIn({ contactMessage, contactsArrayMessage }: Content) {
  const cards = contactMessage ? [contactMessage] : contactsArrayMessage?.contacts;
  return cards?.length ? { kind: 'contacts', contacts: cards.slice(0, MAX_CARDS).map(readCard) } : null;
}

function pollIn(content: Content) {
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  if (!poll) return null;
  const options = (poll.options ?? [])
    .slice(0, MAX_OPTIONS)
    .map((each) => cut(each.optionName ?? '', MAX_NAME));
  return { kind: 'poll', poll: { name: cut(poll.name ?? '', MAX_ADDRESS), options } };
}
