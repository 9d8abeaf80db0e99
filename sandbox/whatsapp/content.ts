import { normalizeMessageContent, type proto } from 'baileys';

export interface Described {
  type: string;
  text: string | null;
}

/** Type and text of a message. Null for protocol messages (keys, settings). */
export function describeContent(message: proto.IMessage): Described | null {
  const content = normalizeMessageContent(message);
  if (!content) return null;
  if (typeof content.conversation === 'string' && content.conversation !== '') {
    return { type: 'text', text: content.conversation };
  }
  if (content.extendedTextMessage) return { type: 'text', text: content.extendedTextMessage.text ?? '' };
  if (content.imageMessage) return { type: 'image', text: content.imageMessage.caption ?? null };
  if (content.videoMessage) return { type: 'video', text: content.videoMessage.caption ?? null };
  if (content.audioMessage) return { type: 'audio', text: null };
  if (content.documentMessage) return { type: 'document', text: content.documentMessage.caption ?? null };
  if (content.stickerMessage) return { type: 'sticker', text: null };
  if (content.contactMessage) return { type: 'contact', text: content.contactMessage.displayName ?? null };
  if (content.locationMessage) return { type: 'location', text: content.locationMessage.name ?? null };
  if (content.reactionMessage) return { type: 'reaction', text: content.reactionMessage.text ?? null };
  if (content.buttonsMessage) return { type: 'button', text: content.buttonsMessage.contentText ?? null };
  if (content.listMessage) return { type: 'list', text: content.listMessage.description ?? null };
  if (content.interactiveMessage) {
    return { type: 'interactive', text: content.interactiveMessage.body?.text ?? null };
  }
  const isBetweenMachines = content.protocolMessage || content.senderKeyDistributionMessage;
  return isBetweenMachines ? null : { type: 'unknown', text: null };
}
