import type { proto } from 'baileys';
import type { PhoneReply, ReceivedMessage } from '../../engine.ts';
import { addressOfLid } from '../addresses.ts';
import { readContent } from './content.ts';
import { readDetails } from './details.ts';
import type { EditSecrets } from './edit-secrets.ts';
import { hasReply } from './own-message.ts';
import type { TraceParts } from './receive-trace.ts';
import type { UnreadableMessages } from './unreadable.ts';

export interface ReceiveParts extends TraceParts {
  unreadable: UnreadableMessages;
  edits: EditSecrets;
}

interface Content {
  id: string;
  at: Date;
  message: proto.IMessage | null | undefined;
  name?: string | null | undefined;
  /** Of the author. */
  lid?: string | null;
}

/** Null without content of a person, or for an edit. */
export function replyOf(
  parts: Pick<ReceiveParts, 'creds' | 'loginTime'>,
  content: Content,
): Omit<PhoneReply, 'to'> | null {
  const message = hasReply(content.message) ? receivedOf(parts, content) : null;
  return message && { ...message, isLive: parts.loginTime.isLive(content.at) };
}

export function receivedOf(
  { creds }: Pick<ReceiveParts, 'creds'>,
  from: Content,
): Omit<ReceivedMessage, 'from'> | null {
  const content = readContent(from.message);
  if (!content) return null;
  const details = readDetails(from.message, creds);
  return {
    waMessageId: from.id,
    ...content,
    at: from.at,
    ...(from.name && { senderName: from.name }),
    ...(from.lid && { otherId: addressOfLid(from.lid) }),
    ...(details && { details }),
  };
}
