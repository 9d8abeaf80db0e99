import { type BinaryNode, isJidGroup, proto, toNumber } from 'baileys';
import { authorOf, isOwn, lidOfAuthor, type Person, personOf } from '../addresses.ts';
import { addressesOf } from '../keys/signal-keys.ts';
import { serverTime } from '../server-time.ts';
import { type Arrival, addTo, isId } from './arrival.ts';
import { readChange } from './changes.ts';
import { decodePlaintext } from './content.ts';
import { customerOf } from './own-message.ts';
import { receiveInGroup } from './receive-group.ts';
import { addTrace, traceIn } from './receive-trace.ts';
import { type ReceiveParts, receivedOf, replyOf } from './received.ts';

/** In the commit of the ratchet step. */
export async function receive(parts: ReceiveParts, stanza: BinaryNode, plaintext: Uint8Array): Promise<void> {
  parts.unreadable.opened(stanza.attrs.id);
  const decoded = decodePlaintext(plaintext);
  if (!decoded) return;
  const { id, t, from, notify } = stanza.attrs;
  if (isJidGroup(from)) {
    if (parts.groups.takesGroups()) await receiveInGroup(parts, stanza, decoded);
    return;
  }
  if (isOwn(from, parts.creds)) {
    for (const placeholder of forwardedByPhone(decoded)) await receivePlaceholder(parts, placeholder);
    await receiveOwn(parts, stanza, decoded.deviceSentMessage);
    return;
  }
  const author = authorOf(stanza, parts.creds);
  if (!author || !isId(id)) return;
  const at = serverTime(parts.clock, t);
  const lid = lidOfAuthor(stanza);
  const message = await parts.edits.open(decoded, () => addressesOf(parts.vault, author, lid));
  if (!message) {
    const trace = traceIn(parts, stanza, 'phone_only');
    if (trace && parts.ratchets.ownWork) await addTrace(parts.ratchets.ownWork, parts.vault, trace);
    return;
  }
  const received = receivedOf(parts, { id, at, message, name: notify, lid });
  if (received) {
    parts.edits.keep(id, message);
    await add(parts, author, received);
  }
  const change = readChange(message);
  if (change) await add(parts, author, { ...change, waMessageId: id, fromMe: false, at });
}

/** Sent or changed by another client of the number. */
async function receiveOwn(
  parts: ReceiveParts,
  { attrs }: BinaryNode,
  copy: proto.Message.IDeviceSentMessage | null | undefined,
): Promise<void> {
  const customer = customerOf(attrs, copy, parts.creds);
  if (!copy || !customer || !isId(attrs.id)) return;
  const at = serverTime(parts.clock, attrs.t);
  const reply = replyOf(parts, { id: attrs.id, at, message: copy.message });
  if (reply) await add(parts, customer, reply);
  const change = readChange(copy.message);
  if (change) await add(parts, customer, { ...change, waMessageId: attrs.id, fromMe: true, at });
}

/** Messages from ads reach only the phone, which forwards them. */
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
  const person = isOwn(remoteJid ?? undefined, parts.creds) ? null : personOf(remoteJid ?? undefined);
  if (!person || !isId(id)) return;
  const seconds = info.messageTimestamp ? String(toNumber(info.messageTimestamp)) : undefined;
  const at = serverTime(parts.clock, seconds);
  const { message, pushName } = info;
  const received = fromMe
    ? replyOf(parts, { id, at, message })
    : receivedOf(parts, { id, at, message, name: pushName });
  if (!received) return;
  parts.unreadable.opened(id);
  await add(parts, person, received);
}

/** `person` is the customer of the chat. */
async function add({ ratchets, vault }: ReceiveParts, person: Person, arrival: Arrival): Promise<void> {
  if (ratchets.ownWork) await addTo(ratchets.ownWork, vault, person, arrival);
}
