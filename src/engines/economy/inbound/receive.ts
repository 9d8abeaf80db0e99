import { type AuthenticationCreds, type BinaryNode, proto, toNumber } from 'baileys';
import type { Clock } from '../../../lib/clock.ts';
import { MAX_ID } from '../../../lib/text.ts';
import { authorOf, isOwn, type Person, personOf } from '../addresses.ts';
import type { Ratchets } from '../keys/ratchets.ts';
import { serverTime } from '../server-time.ts';
import { readChange } from './changes.ts';
import { decodePlaintext, readContent } from './content.ts';
import { readDetails } from './details.ts';
import { addTo, type Numberless, type UnmappedMessages } from './unmapped-messages.ts';

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
  const { id, t, from, notify } = stanza.attrs;
  if (isOwn(from, parts.creds)) {
    for (const placeholder of forwardedByPhone(message)) await receivePlaceholder(parts, placeholder);
    await receiveOwnChange(parts, stanza, message.deviceSentMessage);
    return;
  }
  const author = authorOf(stanza, parts.creds);
  if (!author || !isId(id)) return;
  const at = serverTime(parts.clock, t);
  const received = receivedOf(parts, { id, at, message, name: notify });
  if (received) await add(parts, author, received);
  const change = readChange(message);
  if (change) await add(parts, author, { ...change, waMessageId: id, fromMe: false, at });
}

/** A reaction, an edit, a deletion or a vote on the phone of the account. */
async function receiveOwnChange(
  parts: ReceiveParts,
  { attrs }: BinaryNode,
  copy: proto.Message.IDeviceSentMessage | null | undefined,
): Promise<void> {
  const change = readChange(copy?.message);
  const customer = personOf(
    attrs.recipient ?? copy?.destinationJid ?? undefined,
    attrs.peer_recipient_pn ?? attrs.recipient_pn,
  );
  if (!change || !customer || !isId(attrs.id)) return;
  const at = serverTime(parts.clock, attrs.t);
  await add(parts, customer, { ...change, waMessageId: attrs.id, fromMe: true, at });
}

function receivedOf(
  { creds }: ReceiveParts,
  from: { id: string; at: Date; message: proto.IMessage | null | undefined; name: string | null | undefined },
): Numberless | null {
  const content = readContent(from.message);
  if (!content) return null;
  const details = readDetails(from.message, creds);
  return {
    waMessageId: from.id,
    ...content,
    at: from.at,
    ...(from.name && { senderName: from.name }),
    ...(details && { details }),
  };
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
  if (!author || !isId(id)) return;
  const seconds = info.messageTimestamp ? String(toNumber(info.messageTimestamp)) : undefined;
  const at = serverTime(parts.clock, seconds);
  const received = receivedOf(parts, { id, at, message: info.message, name: info.pushName });
  if (received) await add(parts, author, received);
}

/** A longer id fits no index. No client makes one. */
const isId = (id: string | null | undefined): id is string => !!id && id.length <= MAX_ID;

/** `person` is the customer of the chat. */
async function add({ ratchets, unmapped }: ReceiveParts, person: Person, message: Numberless): Promise<void> {
  const work = ratchets.ownWork;
  if ('phone' in person) {
    if (work) addTo(work, person.phone, message);
    return;
  }
  const phone = await unmapped.findPhone(person.lidUser);
  if (phone === null) return unmapped.add(person.lidUser, message);
  await unmapped.receiveAll(person.lidUser, phone);
  if (work) addTo(work, phone, message);
}
