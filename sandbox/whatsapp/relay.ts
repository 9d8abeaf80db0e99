import type { BinaryNode } from 'baileys';
import { encodeBigEndian } from 'baileys';
import type { CompanionRef } from '../store-rows.ts';
import { type Addressee, addressingOf, findAddressee } from './addresses.ts';
import type { Connection } from './connection.ts';
import { deliver } from './delivery.ts';
import type { Faults } from './faults.ts';
import { relayToGroup } from './group-messages.ts';
import { messageNode } from './message-node.ts';
import { faultsOf, type Network } from './network.ts';
import { bytesOf, childOf, childrenOf, element, protocolTime } from './node.ts';
import { receiveAtPhone } from './phone-inbox.ts';
import type { Encrypted } from './signal.ts';

interface DevicePart {
  jid: string;
  encrypted: Encrypted;
}

/** Delivers a message to every addressed device, then acks it. */
export async function relayMessage(
  net: Network,
  connection: Connection,
  sender: CompanionRef,
  message: BinaryNode,
): Promise<void> {
  const faults = faultsOf(net, sender.number);
  const refusal = refusalOf(net, faults, sender, message);
  if (!refusal) {
    const group = net.groups.get(message.attrs.to ?? '');
    if (group) await relayToGroup(net, sender, message, group);
    else for (const part of partsOf(message)) await deliverPart(net, faults, sender, message, part);
  }
  if (!faults.acks && !refusal) return;
  const { id, to } = message.attrs;
  const error = refusal ?? undefined;
  connection.send(element('ack', { class: 'message', id, from: to, t: protocolTime(net.now()), error }));
}

/** 479 means malformed, 403 that the sender is no member. */
function refusalOf(net: Network, faults: Faults, sender: CompanionRef, message: BinaryNode): string | null {
  const { to = '' } = message.attrs;
  const group = net.groups.get(to);
  if (group) return group.members.includes(sender.number) ? null : '403';
  if (to.endsWith('@g.us') || to.endsWith('@broadcast') || to.endsWith('@newsletter')) return '479';
  if (faults.ack_error === null || faults.ack_error_for === 'all') return faults.ack_error;
  const receiver = findAddressee(net.store, to)?.phone.number;
  const isStranger = receiver !== sender.number && !net.store.hasReceivedFrom(sender.number, receiver ?? '');
  return isStranger ? faults.ack_error : null;
}

/** A retried message has no device list. */
function partsOf(message: BinaryNode): DevicePart[] {
  const listed = childrenOf(childOf(message, 'participants'), 'to');
  const targets = listed.length > 0 ? listed : [message];
  return targets.flatMap((target) => {
    const enc = childOf(target, 'enc');
    const jid = target === message ? message.attrs.to : target.attrs.jid;
    if (!enc || !jid || (enc.attrs.type !== 'pkmsg' && enc.attrs.type !== 'msg')) return [];
    return [{ jid, encrypted: { type: enc.attrs.type, bytes: bytesOf(enc) } }];
  });
}

async function deliverPart(
  net: Network,
  faults: Faults,
  sender: CompanionRef,
  message: BinaryNode,
  part: DevicePart,
): Promise<void> {
  const addressee = findAddressee(net.store, part.jid);
  if (!addressee) return;
  if (addressee.device_id === 0) return deliverToPhone(net, faults, sender, message, addressee, part);
  deliverToCompanion(net, sender, message, addressee, part);
}

async function deliverToPhone(
  net: Network,
  faults: Faults,
  sender: CompanionRef,
  message: BinaryNode,
  { phone }: Addressee,
  { jid, encrypted }: DevicePart,
): Promise<void> {
  const { id = '', to, recipient } = message.attrs;
  const isOwn = phone.number === sender.number;
  const chat = recipient ?? to;
  const reading = await receiveAtPhone(net, phone, { id, sender, chat, encrypted });
  if (!faults.receipts || (reading.read && isOwn)) return;

  const t = protocolTime(net.now());
  const from = isOwn ? jid : to;
  const node = reading.read
    ? element('receipt', { id, from, t })
    : element('receipt', { id, from, t, type: 'retry', recipient: isOwn ? chat : undefined }, [
        element('retry', { v: '1', count: String(reading.attempt), id, t }),
        element('registration', {}, encodeBigEndian(phone.registration_id)),
      ]);
  net.store.db.write(() => deliver(net, sender, { class: 'receipt', node }));
}

function deliverToCompanion(
  net: Network,
  sender: CompanionRef,
  message: BinaryNode,
  { phone, device_id }: Addressee,
  { jid, encrypted }: DevicePart,
): void {
  const receiver = net.store.findCompanion({ number: phone.number, device_id });
  const author = net.store.findPhone(sender.number);
  if (!receiver || !author) return;
  const chat = findAddressee(net.store, message.attrs.recipient ?? message.attrs.to)?.phone;
  const identity = childOf(message, 'device-identity');
  const node = messageNode({
    id: message.attrs.id ?? '',
    from: { phone: author, device_id: sender.device_id },
    addressing: addressingOf(jid),
    type: message.attrs.type ?? 'text',
    at: net.now(),
    encrypted,
    attempt: 0,
    ...(phone.number === author.number && chat && { copyOf: { chat } }),
    extra: identity ? [identity] : [],
  });
  net.store.db.write(() => deliver(net, receiver, { class: 'message', node }));
}
