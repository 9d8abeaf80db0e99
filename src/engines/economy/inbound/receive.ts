import { type AuthenticationCreds, type BinaryNode, proto, toNumber } from 'baileys';
import type { Clock } from '../../../lib/clock.ts';
import type { ReceivedMessage } from '../../engine.ts';
import { isOwn, personOf, type Sender, senderOf } from '../addresses.ts';
import type { Ratchets } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';
import { timeOf } from '../outbound/receipts.ts';
import { decodePlaintext, readContent } from './content.ts';
import type { HeldMessages } from './unmapped-messages.ts';

export interface IntakeParts {
  creds: Pick<AuthenticationCreds, 'me'>;
  vault: KeyVault;
  ratchets: Ratchets;
  held: HeldMessages;
  clock: Clock;
}

/** Within work on the ratchets: puts what a stanza says into the commit of the ratchet step that decrypted it. */
export async function receive(parts: IntakeParts, stanza: BinaryNode, plaintext: Uint8Array): Promise<void> {
  const message = decodePlaintext(plaintext);
  if (!message) return;
  const { id, t, from } = stanza.attrs;
  if (isOwn(from, parts.creds)) {
    for (const placeholder of resentByPhone(message)) await receivePlaceholder(parts, placeholder);
    return;
  }
  const sender = senderOf(stanza, parts.creds);
  const inbound = readContent(message);
  if (!sender || !inbound || !id) return;
  await keep(parts, sender, { waMessageId: id, ...inbound, at: timeOf(parts.clock, t) });
}

/** Messages that reached only the phone (from ads, for one) and that it passes on when the client asks for them. */
function resentByPhone(message: proto.IMessage): proto.IWebMessageInfo[] {
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

async function receivePlaceholder(parts: IntakeParts, info: proto.IWebMessageInfo): Promise<void> {
  const { id, fromMe, remoteJid } = info.key ?? {};
  const sender = fromMe ? null : personOf(remoteJid ?? undefined);
  const inbound = readContent(info.message);
  if (!sender || !inbound || !id) return;
  const at = timeOf(parts.clock, info.messageTimestamp ? String(toNumber(info.messageTimestamp)) : undefined);
  await keep(parts, sender, { waMessageId: id, ...inbound, at });
}

async function keep(
  parts: IntakeParts,
  sender: Sender,
  message: Omit<ReceivedMessage, 'from'>,
): Promise<void> {
  const { ratchets, held, vault } = parts;
  if ('phone' in sender) {
    ratchets.own?.received.push({ ...message, from: sender.phone });
    return;
  }
  const reverse = `${sender.lidUser}_reverse`;
  const phone = (await vault.get('lid-mapping', [reverse])).get(reverse);
  if (typeof phone !== 'string') return held.hold(sender.lidUser, message);
  await held.deliver(sender.lidUser, phone);
  ratchets.own?.received.push({ ...message, from: phone });
}
