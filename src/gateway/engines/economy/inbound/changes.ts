import { proto } from 'baileys';
import type { MessageChange } from '../../engine.ts';
import { readContent } from './content.ts';
import { unwrap } from './unwrap.ts';

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;

type Change = Pick<MessageChange, 'kind' | 'target' | 'body'>;

/** Null: changes no earlier message. */
export function readChange(message: proto.IMessage | null | undefined): Change | null {
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
): Change | null {
  const { id, remoteJid } = key ?? {};
  const isOfChat = !remoteJid?.endsWith('@broadcast') && !remoteJid?.endsWith('@g.us');
  return id && isOfChat ? { kind, target: id, body } : null;
}
