import { deserialize, serialize } from 'node:v8';
import type { BinaryNode } from 'baileys';
import type { CompanionRef, QueuedStanza } from '../store.ts';
import type { Connection } from './connection.ts';
import type { Network } from './network.ts';
import { element } from './node.ts';

/** After this many new encryptions of one message the network stops trying. */
export const MAX_ATTEMPTS = 5;

type Post = Pick<QueuedStanza, 'class'> & { node: BinaryNode; attempt?: number };

/**
 * Keeps a stanza until the companion confirms it and, when it is connected, sends it. For a companion that was removed meanwhile it
 * does nothing. Belongs inside `db.write`.
 */
export function deliver(net: Network, ref: CompanionRef, { class: kind, node, attempt = 0 }: Post): void {
  if (!net.store.findCompanion(ref)) return;
  net.store.enqueue(ref, {
    class: kind,
    stanza_id: node.attrs.id ?? '',
    stanza_type: kind === 'receipt' ? (node.attrs.type ?? '') : '',
    attempt,
    node: serialize(node),
  });
  net.lines.find(ref)?.send(node);
}

/** Sends what waited while the companion was away, marked as such. Returns how many stanzas there were. */
export function deliverQueue(net: Network, connection: Connection, ref: CompanionRef): number {
  const waiting = net.store.listQueue(ref).filter((stanza) => stanza.class !== 'history');
  for (const stanza of waiting) {
    const node = readNode(stanza);
    connection.send(element(node.tag, { ...node.attrs, offline: '1' }, node.content));
  }
  return waiting.length;
}

/** What `deliver` kept. */
export function readNode(stanza: QueuedStanza): BinaryNode {
  return deserialize(stanza.node) as BinaryNode;
}

/** The companion has a message; it need not be kept any longer. */
export function confirmMessage(net: Network, ref: CompanionRef, stanzaId: string): void {
  for (const stanza of net.store.findQueued(ref, stanzaId)) {
    if (stanza.class !== 'receipt') net.store.dequeue(stanza.seq);
  }
}

/** The companion answered a stanza with an ack. */
export function confirmByAck(net: Network, ref: CompanionRef, ack: BinaryNode): void {
  const { id = '', type = '', error } = ack.attrs;
  const isReceipt = ack.attrs.class === 'receipt';
  for (const stanza of net.store.findQueued(ref, id)) {
    if (isReceipt !== (stanza.class === 'receipt')) continue;
    if (isReceipt && stanza.stanza_type !== type) continue;
    // A client that cannot read a message asks for a retry and then refuses the first copy: the retried one stays.
    const isRetried = stanza.attempt > 0 && stanza.attempt < MAX_ATTEMPTS;
    if (error === '500' && isRetried) continue;
    net.store.dequeue(stanza.seq);
  }
}
