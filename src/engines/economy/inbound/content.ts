import { normalizeMessageContent, proto, unpadRandomMax16 } from 'baileys';
import { placeText, UNSUPPORTED_BODY } from '../../customer-content.ts';
import type { CustomerContent } from '../../engine.ts';

type Content = proto.IMessage;

/** Parts of a message that carry no content of a person. */
const SILENT = new Set([
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

/** The message inside decrypted bytes; null when they are none (the client then asks the sender again). */
export function decodePlaintext(plaintext: Uint8Array): Content | null {
  try {
    return proto.Message.decode(unpadRandomMax16(plaintext));
  } catch {
    return null;
  }
}

/**
 * What a person said, in the contract's types. Wrappers (disappearing, view once) are opened, a tap on a choice is its title,
 * an edit is a message with the new text. Null for what is no message of a person: reactions, revocations, votes, key exchange.
 */
export function readContent(message: Content | null | undefined): CustomerContent | null {
  const content = normalizeMessageContent(message);
  if (!content) return null;
  const edited = content.protocolMessage?.editedMessage;
  if (edited) return readContent(edited);
  const found = readMedia(content) ?? readText(content);
  if (found) return found;
  const spoken = Object.entries(content).some(([name, part]) => part != null && !SILENT.has(name));
  return spoken ? { type: 'text', body: UNSUPPORTED_BODY } : null;
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
    choice(content) ||
    place(content.locationMessage ?? content.liveLocationMessage) ||
    content.contactMessage?.displayName ||
    content.contactsArrayMessage?.contacts?.map((contact) => contact.displayName).join(', ') ||
    question(content) ||
    content.orderMessage?.message ||
    content.productMessage?.body ||
    content.groupInviteMessage?.caption;
  return body ? { type: 'text', body } : null;
}

/** The title of a button or list row the customer tapped. */
function choice(content: Content): string | null | undefined {
  return (
    content.buttonsResponseMessage?.selectedDisplayText ||
    content.listResponseMessage?.title ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    content.interactiveResponseMessage?.body?.text
  );
}

function question(content: Content): string | null | undefined {
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  return poll?.name || content.eventMessage?.name;
}

function place(location: (proto.Message.ILocationMessage & { caption?: string | null }) | null | undefined) {
  if (!location) return null;
  const { name, address, caption, degreesLatitude, degreesLongitude } = location;
  return placeText({
    latitude: degreesLatitude ?? 0,
    longitude: degreesLongitude ?? 0,
    captions: [name, address, caption],
  });
}
