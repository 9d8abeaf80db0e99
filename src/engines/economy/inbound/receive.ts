import { type AuthenticationCreds, type BinaryNode, proto, toNumber } from 'baileys';
import type { Clock } from '../../../lib/clock.ts';
import { MAX_ID } from '../../../lib/text.ts';
import type { ReceivedMessage } from '../../engine.ts';
import { authorOf, isOwn, type Person, personOf } from '../addresses.ts';
import type { Ratchets } from '../keys/ratchets.ts';
import { serverTime } from '../server-time.ts';
import { decodePlaintext, readContent } from './content.ts';
import type { UnmappedMessages } from './unmapped-messages.ts';

export interface ReceiveParts {
  creds: Pick<AuthenticationCreds, 'me'>;
  ratchets: Ratchets;
  unmapped: UnmappedMessages;
  clock: Clock;
}

/** Adds the message to the commit of its ratchet step. */
export async function receive(parts: ReceiveParts, stanza: BinaryNode, plaintext: Uint8Array): Promise<void> {
  const message = decodePlaintext(plaintext);
  if (!message) return;
  const { id, t, from } = stanza.attrs;
  if (isOwn(from, parts.creds)) {
    for (const placeholder of forwardedByPhone(message)) await receivePlaceholder(parts, placeholder);
    return;
  }
  const author = authorOf(stanza, parts.creds);
  const content = readContent(message);
  if (!author || !content || !isId(id)) return;
  await addReceived(parts, author, { waMessageId: id, ...content, at: serverTime(parts.clock, t) });
}

/** Messages from ads reach only the phone, which forwards them on request. */
function forwardedByPhone(message: proto.IMessage): proto.IWebMessageInfo[] {
  const results =
    message.protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? [];
  return results.flatMap((result) => {
    const bytes = result.placeholderMessageResendResponse?.webMessageInfoBytes;
    if (!bytes?.length) return [];
    try {
      return [proto.WebMessageInfo.decode(bytes)];
    } catch {
      return [];
    }
  });
}

async function receivePlaceholder(parts: ReceiveParts, info: proto.IWebMessageInfo): Promise<void> {
  const { id, fromMe, remoteJid } = info.key ?? {};
  const author = fromMe ? null : personOf(remoteJid ?? undefined);
  const content = readContent(info.message);
  if (!author || !content || !isId(id)) return;
  const seconds = info.messageTimestamp ? String(toNumber(info.messageTimestamp)) : undefined;
  await addReceived(parts, author, { waMessageId: id, ...content, at: serverTime(parts.clock, seconds) });
}

/** A longer id fits no index. No client makes one. */
const isId = (id: string | null | undefined): id is string => !!id && id.length <= MAX_ID;

async function addReceived(
  { ratchets, unmapped }: ReceiveParts,
  author: Person,
  message: Omit<ReceivedMessage, 'from'>,
): Promise<void> {
  if ('phone' in author) {
    ratchets.ownWork?.received.push({ ...message, from: author.phone });
    return;
  }
  const phone = await unmapped.findPhone(author.lidUser);
  if (phone === null) return unmapped.add(author.lidUser, message);
  await unmapped.receiveAll(author.lidUser, phone);
  ratchets.ownWork?.received.push({ ...message, from: phone });
}
