import type { AuthenticationCreds, BinaryNode, proto } from 'baileys';
import { isOwn, type Person, personOf } from '../addresses.ts';
import { unwrap } from './unwrap.ts';

/** Null: the chat with itself, groups, channels and status updates. */
export function customerOf(
  { recipient, peer_recipient_pn, recipient_pn }: BinaryNode['attrs'],
  copy: proto.Message.IDeviceSentMessage | null | undefined,
  creds: Pick<AuthenticationCreds, 'me'>,
): Person | null {
  const chat = recipient ?? copy?.destinationJid ?? undefined;
  return isOwn(chat, creds) ? null : personOf(chat, peer_recipient_pn ?? recipient_pn);
}

/** An edit is a protocol message. */
export function hasReply(message: proto.IMessage | null | undefined): boolean {
  return !unwrap(message)?.protocolMessage;
}
