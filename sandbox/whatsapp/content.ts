import { normalizeMessageContent, proto } from 'baileys';

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
  if (content.contactsArrayMessage)
    return { type: 'contact', text: content.contactsArrayMessage.displayName ?? null };
  if (content.liveLocationMessage)
    return { type: 'location', text: content.liveLocationMessage.caption ?? null };
  if (content.locationMessage) return { type: 'location', text: content.locationMessage.name ?? null };
  if (content.reactionMessage) return { type: 'reaction', text: content.reactionMessage.text ?? null };
  if (content.buttonsMessage) return { type: 'button', text: content.buttonsMessage.contentText ?? null };
  if (content.listMessage) return { type: 'list', text: content.listMessage.description ?? null };
  if (content.interactiveMessage) {
    return { type: 'interactive', text: content.interactiveMessage.body?.text ?? null };
  }
  if (content.pollCreationMessage) return { type: 'poll', text: content.pollCreationMessage.name ?? null };
  if (content.pollUpdateMessage) return { type: 'vote', text: null };
  return describeProtocol(content);
}

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;

function describeProtocol(content: proto.IMessage): Described | null {
  const { type, editedMessage } = content.protocolMessage ?? {};
  if (type === REVOKE) return { type: 'deletion', text: null };
  if (type === MESSAGE_EDIT)
    return { type: 'edit', text: (editedMessage && describeContent(editedMessage)?.text) ?? null };
  const isBetweenMachines = content.protocolMessage || content.senderKeyDistributionMessage;
  return isBetweenMachines ? null : { type: 'unknown', text: null };
}

/** The message that a message quotes, as the phone shows it. */
export function describeQuote(
  message: proto.IMessage,
): { wa_message_id: string; text: string | null } | null {
  const content = normalizeMessageContent(message);
  for (const part of Object.values(content ?? {})) {
    const context: proto.IContextInfo | null | undefined = part?.contextInfo;
    if (!context?.stanzaId) continue;
    const quoted = context.quotedMessage && describeContent(context.quotedMessage);
    return { wa_message_id: context.stanzaId, text: quoted?.text ?? null };
  }
  return null;
}

/** The id of the earlier message that a reaction, an edit, a deletion or a vote changes. */
export function targetOf(message: proto.IMessage): string | null {
  const content = normalizeMessageContent(message);
  const { reactionMessage, pollUpdateMessage, protocolMessage } = content ?? {};
  const key = reactionMessage?.key ?? pollUpdateMessage?.pollCreationMessageKey ?? protocolMessage?.key;
  return key?.id ?? null;
}
