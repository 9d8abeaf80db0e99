import { deserialize, serialize } from 'node:v8';
import type { BinaryNode } from 'baileys';
import type { CompanionRef, MessageRow, PhoneRow, QueuedStanza } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import type { Connection } from './connection.ts';
import type { Network } from './network.ts';
import { element, protocolTime } from './node.ts';

export const MAX_ATTEMPTS = 5;

type Delivery = Pick<QueuedStanza, 'class'> & { node: BinaryNode; attempt?: number };

/** Queues a stanza until it is confirmed, and sends it. Call it inside `db.write`. */
export function deliver(net: Network, ref: CompanionRef, { class: kind, node, attempt = 0 }: Delivery): void {
  if (!net.store.findCompanion(ref)) return;
  net.store.enqueue(ref, {
    class: kind,
    stanza_id: node.attrs.id ?? '',
    stanza_type: kind === 'receipt' ? (node.attrs.type ?? '') : '',
    attempt,
    node: serialize(node),
  });
  net.onlineCompanions.find(ref)?.send(node);
}

/** Sends a read receipt to the sending companion, or to all companions of a phone. Call it inside `db.write`. */
export function deliverReadReceipt(net: Network, reader: PhoneRow, message: MessageRow): void {
  const { peer: number, sender_device: device_id } = message;
  const from = message.addressed_as ?? addressOf(reader, 'pn');
  const attrs = { id: message.wa_message_id, from, type: 'read', t: protocolTime(net.now()) };
  const receivers = device_id === 0 ? net.store.listCompanions(number) : [{ number, device_id }];
  for (const receiver of receivers) {
    deliver(net, receiver, { class: 'receipt', node: element('receipt', attrs) });
  }
}

/** Sends the queued stanzas and returns their number. */
export function deliverQueue(net: Network, connection: Connection, ref: CompanionRef): number {
  const waiting = net.store.listQueue(ref).filter((stanza) => stanza.class !== 'history');
  for (const stanza of waiting) {
    const node = readNode(stanza);
    connection.send(element(node.tag, { ...node.attrs, offline: '1' }, node.content));
  }
  return waiting.length;
}

export function readNode(stanza: QueuedStanza): BinaryNode {
  return deserialize(stanza.node) as BinaryNode;
}

/** Removes a confirmed message from the queue. */
export function confirmMessage(net: Network, ref: CompanionRef, stanzaId: string): void {
  for (const stanza of net.store.findQueued(ref, stanzaId)) {
    if (stanza.class !== 'receipt') net.store.dequeue(stanza.seq);
  }
}

/** Removes the stanza that an ack confirms from the queue. */
export function confirmByAck(net: Network, ref: CompanionRef, ack: BinaryNode): void {
  const { id = '', type = '', error } = ack.attrs;
  const isReceipt = ack.attrs.class === 'receipt';
  for (const stanza of net.store.findQueued(ref, id)) {
    if (isReceipt !== (stanza.class === 'receipt')) continue;
    if (isReceipt && stanza.stanza_type !== type) continue;
    // After a retry request, clients refuse the first copy. The second one stays queued.
    const isRetried = stanza.attempt > 0 && stanza.attempt < MAX_ATTEMPTS;
    if (error === '500' && isRetried) continue;
    net.store.dequeue(stanza.seq);
  }
}
