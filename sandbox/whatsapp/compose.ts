import { randomBytes } from 'node:crypto';
import { normalizeMessageContent, proto } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { SendBody } from '../schema.ts';
import type { MessageRow, PhoneRow } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import { ATTACHMENT_TYPES, type AttachmentType, uploadAttachment } from './attachments.ts';
import type { Network } from './network.ts';
import { decodeContent } from './signal.ts';

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
const { MediaType } = proto.ContextInfo.ExternalAdReplyInfo;

const DEFAULT_MIMETYPES = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/octet-stream',
  sticker: 'image/webp',
};

/** The content of a message as a phone sends it. Throws message_not_found and invalid_request. */
export async function composeMessage(
  net: Network,
  from: PhoneRow,
  to: PhoneRow,
  body: SendBody,
): Promise<proto.IMessage> {
  const change = composeChange(net, from, to, body);
  if (change) return change;
  const content = (await composeFile(net, body)) ?? composeContent(body);
  const context = contextOf(net, from, to, body);
  return context ? withContext(content, context) : content;
}

/** A reaction, an edit, a deletion or a vote. */
function composeChange(net: Network, from: PhoneRow, to: PhoneRow, body: SendBody): proto.IMessage | null {
  const { reaction, edit, deletion, vote } = body;
  const { wa_message_id: id } = reaction ?? edit ?? deletion ?? vote ?? {};
  if (id === undefined) return null;
  const { direction, type } = findInChat(net, from, peerOf(to, body), id);
  const key = {
    remoteJid: body.group?.id ?? addressOf(to, body.addressing),
    fromMe: direction === 'out',
    id,
  };
  if (reaction)
    return { reactionMessage: { key, text: reaction.emoji ?? '', senderTimestampMs: Date.now() } };
  if (deletion) return { protocolMessage: { type: REVOKE, key } };
  if (edit) {
    const isFile = ATTACHMENT_TYPES.some((each) => each === type);
    const editedMessage = isFile
      ? { [`${type}Message`]: { caption: edit.text } }
      : { conversation: edit.text };
    const protocolMessage = { type: MESSAGE_EDIT, key, editedMessage, timestampMs: Date.now() };
    return { editedMessage: { message: { protocolMessage } } };
  }
  // Only the two phones know the secret of the poll.
  const encrypted = { encPayload: randomBytes(48), encIv: randomBytes(12) };
  return { pollUpdateMessage: { pollCreationMessageKey: key, vote: encrypted } };
}

async function composeFile(net: Network, body: SendBody): Promise<proto.IMessage | null> {
  const type = ATTACHMENT_TYPES.find((each) => body[each]);
  const file = (type && body[type]) ?? body.sticker;
  if (!file) return null;
  const content = await uploadAttachment(net.media, {
    // A sticker is encrypted as an image.
    type: type ?? ('image' satisfies AttachmentType),
    bytes: Buffer.from(file.data, 'base64'),
    mimetype: file.mimetype ?? DEFAULT_MIMETYPES[type ?? 'sticker'],
    caption: file.caption ?? null,
    fileName: file.file_name ?? null,
  });
  if (!body.sticker) return content;
  const { caption: _, ...sticker } = content.imageMessage ?? {};
  return { stickerMessage: { ...sticker, isAnimated: body.sticker.animated ?? false } };
}

function composeContent({ text, location, contacts, poll, raw }: SendBody): proto.IMessage {
  if (raw) return composeRaw(raw);
  if (location) return composeLocation(location);
  if (contacts) return composeContacts(contacts);
  if (poll) {
    const options = poll.options.map((optionName) => ({ optionName }));
    return {
      messageContextInfo: { messageSecret: randomBytes(32) },
      pollCreationMessage: { name: poll.question, options, selectableOptionsCount: 1 },
    };
  }
  return { conversation: text ?? '' };
}

/** The decoder of JSON refuses what the protocol does not have, and skips unknown names. */
function composeRaw(raw: Record<string, unknown>): proto.IMessage {
  try {
    return proto.Message.fromObject(raw);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SandboxError('invalid_request', `raw is no content of the protocol: ${reason}`);
  }
}

function composeLocation(location: NonNullable<SendBody['location']>): proto.IMessage {
  const { latitude: degreesLatitude, longitude: degreesLongitude, name, address, live } = location;
  const place = { degreesLatitude, degreesLongitude };
  if (live) return { liveLocationMessage: { ...place, caption: name ?? null, sequenceNumber: 1 } };
  return { locationMessage: { ...place, name: name ?? null, address: address ?? null } };
}

function composeContacts(contacts: NonNullable<SendBody['contacts']>): proto.IMessage {
  const cards = contacts.map(({ name, phones }) => {
    const numbers = phones.map((phone) => `TEL;type=CELL;waid=${phone.replace(/\D/g, '')}:${phone}`);
    const vcard = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...numbers, 'END:VCARD'].join('\n');
    return { displayName: name, vcard };
  });
  const [first, ...others] = cards;
  if (first && others.length === 0) return { contactMessage: first };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

function contextOf(net: Network, from: PhoneRow, to: PhoneRow, body: SendBody): proto.IContextInfo | null {
  const { quote, forged_quote: forged, forwarded, referral, mentions } = body;
  const context = {
    ...(quote !== undefined && quoteOf(net, from, to, { ...body, id: quote })),
    ...(mentions && { mentionedJid: mentions.map((number) => `${number}@s.whatsapp.net`) }),
    ...(forged && {
      stanzaId: forged.wa_message_id,
      participant: `${forged.author}@s.whatsapp.net`,
      quotedMessage: { conversation: forged.text },
    }),
    ...(forwarded && { isForwarded: true, forwardingScore: 1 }),
    ...(referral && adOf(referral)),
  };
  return Object.keys(context).length > 0 ? context : null;
}

function quoteOf(
  net: Network,
  from: PhoneRow,
  to: PhoneRow,
  { id, addressing, group }: { id: string } & Pick<SendBody, 'addressing' | 'group'>,
): proto.IContextInfo {
  const { direction, content, addressed_as } = findInChat(net, from, peerOf(to, { group }), id);
  const author = (group && net.store.findPhone(addressed_as ?? '')) ?? to;
  const participant = addressOf(direction === 'out' ? from : author, addressing);
  const quotedMessage = content && normalizeMessageContent(decodeContent(content));
  return { stanzaId: id, participant, ...(quotedMessage && { quotedMessage }) };
}

/** What the app adds to the first message after a click. The bytes take the place of a picture. */
function adOf(referral: NonNullable<SendBody['referral']>): proto.IContextInfo {
  const { source_type, source_url, source_id, headline, body, media_type, ctwa_clid } = referral;
  const isAd = source_type === 'ad';
  return {
    ...(isAd && { conversionSource: 'FB_Ads', entryPointConversionSource: 'ctwa_ad' }),
    ...(isAd && { entryPointConversionApp: 'facebook', entryPointConversionDelaySeconds: 4 }),
    ...(isAd && { ctwaSignals: 'signals', ctwaPayload: randomBytes(32) }),
    externalAdReply: {
      title: headline ?? null,
      body: body ?? null,
      mediaType: media_type === 'video' ? MediaType.VIDEO : MediaType.IMAGE,
      thumbnail: randomBytes(64),
      thumbnailUrl: referral.thumbnail_url ?? referral.image_url ?? null,
      mediaUrl: referral.video_url ?? null,
      sourceType: source_type,
      sourceId: source_id ?? null,
      sourceUrl: source_url,
      showAdAttribution: isAd,
      ctwaClid: ctwa_clid ?? null,
    },
  };
}

function withContext(content: proto.IMessage, contextInfo: proto.IContextInfo): proto.IMessage {
  if (content.conversation) return { extendedTextMessage: { text: content.conversation, contextInfo } };
  return Object.fromEntries(
    Object.entries(content).map(([name, part]) =>
      name.endsWith('Message') ? [name, { ...part, contextInfo }] : [name, part],
    ),
  );
}

const peerOf = ({ number }: PhoneRow, { group }: Pick<SendBody, 'group'>) => group?.id ?? number;

function findInChat(net: Network, { number }: PhoneRow, peer: string, id: string): MessageRow {
  const message = net.store.findMessage(number, id, 'in') ?? net.store.findMessage(number, id, 'out');
  if (message?.peer !== peer) throw new SandboxError('message_not_found');
  return message;
}
