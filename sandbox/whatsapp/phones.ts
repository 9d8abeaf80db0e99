import { randomInt } from 'node:crypto';
import type { proto } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { CompanionRow, MessageRow, PhoneRow, Store } from '../store.ts';
import { type Addressing, addressOf } from './addresses.ts';
import { describeContent } from './content.ts';
import { deliver } from './delivery.ts';
import { makePhoneKeys, takeCompanionBundle } from './keys.ts';
import { messageNode, newMessageId } from './messages.ts';
import { faultsOf, type Network } from './network.ts';
import { element, protocolTime } from './node.ts';
import { encodeContent, encryptFor } from './signal.ts';

/** Switches a phone on; the number is registered from now on. Calling it again changes nothing. */
export function createPhone(
  net: Network,
  number: string,
  name?: string,
): { phone: PhoneRow; isNew: boolean } {
  const known = net.store.findPhone(number);
  if (known) return { phone: known, isNew: false };
  const lid = newLid(net.store);
  net.store.db.write(() => net.store.insertPhone({ number, lid, name: name ?? number, ...makePhoneKeys() }));
  return { phone: getPhone(net, number), isNew: true };
}

/** Throws phone_not_found. */
export function getPhone(net: Network, number: string): PhoneRow {
  const phone = net.store.findPhone(number);
  if (!phone) throw new SandboxError('phone_not_found');
  return phone;
}

/**
 * Somebody types a message on a phone. It is at the other phone at once; every companion device of the receiver gets it
 * encrypted, and every companion of the sender gets a copy. Returns the id once all of it is safe.
 */
export async function sendFromPhone(
  net: Network,
  from: PhoneRow,
  to: PhoneRow,
  content: proto.IMessage,
  addressing: Addressing,
): Promise<string> {
  const id = newMessageId();
  const at = net.now();
  await net.turns.take(from.number, async () => {
    const { type = 'unknown', text = null } = describeContent(content) ?? {};
    const row = {
      wa_message_id: id,
      sender_device: 0,
      type,
      text,
      content: encodeContent(content),
      at: at.getTime(),
    };
    const receivers = [...net.store.listCompanions(to.number), ...ownCopies(net, from, to)];
    const sealed: (() => void)[] = [];
    for (const receiver of receivers) {
      sealed.push(
        await sealFor(net, { from, chat: to, receiver, content, id, type, at, addressing, attempt: 0 }),
      );
    }
    net.store.db.write(() => {
      net.store.recordArrival({
        ...row,
        phone: from.number,
        direction: 'out',
        peer: to.number,
        addressed_as: null,
      });
      net.store.recordArrival({
        ...row,
        phone: to.number,
        direction: 'in',
        peer: from.number,
        addressed_as: addressOf(to, addressing),
      });
      for (const post of sealed) post();
    });
  });
  await net.store.db.committed();
  return id;
}

/** A companion could not read a message of this phone: the same id again, in a fresh session. */
export async function resendFromPhone(
  net: Network,
  from: PhoneRow,
  receiver: CompanionRow,
  message: Pick<MessageRow, 'wa_message_id' | 'peer' | 'type' | 'at'>,
  again: Pick<Sealing, 'content' | 'addressing' | 'attempt' | 'bundle'>,
): Promise<void> {
  await net.turns.take(from.number, async () => {
    const chat = net.store.findPhone(message.peer);
    if (!chat) return;
    const type = message.type ?? 'text';
    const { wa_message_id: id, at } = message;
    const post = await sealFor(net, { ...again, from, chat, receiver, id, type, at: new Date(at) });
    net.store.db.write(post);
  });
}

/** Somebody opens the chat: the companion device that sent the message learns that it was read. Throws message_not_found. */
export async function readMessage(net: Network, reader: PhoneRow, waMessageId: string): Promise<void> {
  const message = net.store.findMessage(reader.number, waMessageId, 'in');
  if (!message || message.type === null) throw new SandboxError('message_not_found');
  const sender = { number: message.peer, device_id: message.sender_device };
  const tells = faultsOf(net, sender.number).receipts && net.store.findCompanion(sender) !== undefined;
  net.store.db.write(() => {
    if (!net.store.markRead(message.seq, net.now().getTime()) || !tells) return;
    const from = message.addressed_as ?? addressOf(reader, 'pn');
    const node = element('receipt', { id: waMessageId, from, type: 'read', t: protocolTime(net.now()) });
    deliver(net, sender, { class: 'receipt', node });
  });
  await net.store.db.committed();
}

interface Sealing {
  from: PhoneRow;
  chat: PhoneRow;
  receiver: CompanionRow;
  content: proto.IMessage;
  id: string;
  type: string;
  at: Date;
  addressing: Addressing;
  attempt: number;
  bundle?: Parameters<typeof encryptFor>[4];
}

/** Encrypts for one companion. Returns what posts it, to be called inside `db.write`. */
async function sealFor(net: Network, sealing: Sealing): Promise<() => void> {
  const { from, chat, receiver, content, attempt, bundle } = sealing;
  const isCopy = receiver.number === from.number;
  const inner = isCopy
    ? { deviceSentMessage: { destinationJid: addressOf(chat, sealing.addressing), message: content } }
    : content;
  const takeBundle = bundle ?? (() => takeCompanionBundle(net, receiver));
  const { result, save } = await encryptFor(net.store, from, receiver, inner, takeBundle, {
    freshSession: attempt > 0,
  });
  const node = messageNode({
    ...sealing,
    from: { phone: from, device_id: 0 },
    encrypted: result,
    ...(isCopy && { copyOf: { chat } }),
  });
  return () => {
    save();
    deliver(net, receiver, { class: 'message', node, attempt });
  };
}

/** Writing to oneself reaches every companion once. */
function ownCopies(net: Network, from: PhoneRow, to: PhoneRow): CompanionRow[] {
  return from.number === to.number ? [] : net.store.listCompanions(from.number);
}

/** Ids of real accounts have 15 digits and say nothing about the number. */
function newLid(store: Store): string {
  const lid = String(randomInt(1e14, 2.8e14));
  return store.findPhoneByLid(lid) ? newLid(store) : lid;
}
