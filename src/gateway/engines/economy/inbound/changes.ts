import { proto } from 'baileys';
import type { MessageChange } from '../../engine.ts';
import { readContent } from './content.ts';
import { unwrap } from './unwrap.ts';

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;

type Change = Pick<MessageChange, 'kind' | 'target' | 'body'>;

interface Named {
  change: Change;
  /** Address of the chat, as the author names it. */
  chat: string;
}

/** Null: changes no earlier message of the chat, or of the group with this id. */
export function readChange(message: proto.IMessage | null | undefined, groupId?: string): Change | null {
  const isOfChat = (jid: string) =>
    groupId === undefined ? !jid.endsWith('@broadcast') && !jid.endsWith('@g.us') : jid === groupId;
  const change = changeIn(message);
  return change && isOfChat(change.chat) ? change.change : null;
}

function changeIn(message: proto.IMessage | null | undefined): Named | null {
  const content = unwrap(message);
  const { reactionMessage, pollUpdateMessage, protocolMessage } = content ?? {};
  if (reactionMessage) return changeOf('reaction', reactionMessage.key, reactionMessage.text || null);
  // Votes are encrypted with the poll's secret, and Kurir creates no polls.
  if (pollUpdateMessage) return changeOf('vote', pollUpdateMessage.pollCreationMessageKey, null);
  if (protocolMessage?.type === REVOKE) return changeOf('deletion', protocolMessage.key, null);
  if (protocolMessage?.type === MESSAGE_EDIT) {
    const edited = readContent(protocolMessage.editedMessage);
    return edited && changeOf('edit', protocolMessage.key, edited.body);
  }
  return null;
}

function changeOf(
  kind: Change['kind'],
  key: proto.IMessageKey | null | undefined,
  body: string | null,
): Named | null {
  const { id, remoteJid } = key ?? {};
  return id ? { change: { kind, target: id, body }, chat: remoteJid ?? '' } : null;
}
