import { normalizeMessageContent, proto, unpadRandomMax16 } from 'baileys';
import { placeText, UNSUPPORTED_BODY } from '../../customer-content.ts';
import type { CustomerContent } from '../../engine.ts';
import { fileIn } from './file.ts';

type Content = proto.IMessage;

const WITHOUT_CONTENT = new Set([
  ...['protocolMessage', 'reactionMessage', 'encReactionMessage', 'pollUpdateMessage', 'keepInChatMessage'],
  ...[
    'pinInChatMessage',
    'senderKeyDistributionMessage',
    'messageContextInfo',
    'deviceSentMessage',
    'albumMessage',
  ],
  ...['encCommentMessage', 'secretEncryptedMessage', 'encEventResponseMessage', 'statusMentionMessage'],
  ...['placeholderMessage', 'messageHistoryNotice', 'call', 'botInvokeMessage', 'chat'],
]);

/** After null, the client asks the sender for a repetition. */
export function decodePlaintext(plaintext: Uint8Array): Content | null {
  try {
    return proto.Message.decode(unpadRandomMax16(plaintext));
  } catch {
    return null;
  }
}

/** Null for messages without content of a person, such as reactions and key exchange. */
export function readContent(message: Content | null | undefined): CustomerContent | null {
  const content = normalizeMessageContent(message);
  if (!content) return null;
  const edited = content.protocolMessage?.editedMessage;
  if (edited) return readContent(edited);
  const media = readMedia(content);
  if (media) return { ...media, ...fileIn(content) };
  const text = readText(content);
  if (text) return text;
  const hasContent = Object.entries(content).some(
    ([name, part]) => part != null && !WITHOUT_CONTENT.has(name),
  );
  return hasContent ? { type: 'text', body: UNSUPPORTED_BODY } : null;
}

function readMedia(content: Content): CustomerContent | null {
  const { imageMessage, stickerMessage, documentMessage, audioMessage } = content;
  const video = content.videoMessage ?? content.ptvMessage;
  if (imageMessage) return { type: 'image', body: imageMessage.caption ?? null };
  if (stickerMessage) return { type: 'image', body: null };
  if (video) return { type: 'video', body: video.caption ?? null };
  if (audioMessage) return { type: 'audio', body: null };
  if (documentMessage)
    return { type: 'document', body: documentMessage.caption || documentMessage.fileName || null };
  return null;
}

function readText(content: Content): CustomerContent | null {
  const body =
    content.conversation ||
    content.extendedTextMessage?.text ||
    tappedTitle(content) ||
    locationText(content.locationMessage ?? content.liveLocationMessage) ||
    content.contactMessage?.displayName ||
    content.contactsArrayMessage?.contacts?.map((contact) => contact.displayName).join(', ') ||
    questionOf(content) ||
    content.orderMessage?.message ||
    content.productMessage?.body ||
    content.groupInviteMessage?.caption;
  return body ? { type: 'text', body } : null;
}

function tappedTitle(content: Content): string | null | undefined {
  return (
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.listResponseMessage?.title ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    content.interactiveResponseMessage?.body?.text
  );
}

function questionOf(content: Content): string | null | undefined {
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  return poll?.name || content.eventMessage?.name;
}

function locationText(
  location: (proto.Message.ILocationMessage & { caption?: string | null }) | null | undefined,
) {
  if (!location) return null;
  const { name, address, caption, degreesLatitude, degreesLongitude } = location;
  return placeText({
    latitude: degreesLatitude ?? 0,
    longitude: degreesLongitude ?? 0,
    captions: [name, address, caption],
  });
}
