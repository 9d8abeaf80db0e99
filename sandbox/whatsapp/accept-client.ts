import type { BinaryNode } from 'baileys';
import type { WebSocket } from 'ws';
import type { CompanionRef } from '../store-rows.ts';
import { findAddressee } from './addresses.ts';
import { handleCall } from './calls.ts';
import { Connection } from './connection.ts';
import { confirmByAck } from './delivery.ts';
import { answerIq } from './iq.ts';
import { openSession } from './login.ts';
import type { Network } from './network.ts';
import { childOf } from './node.ts';
import { handleReceipt } from './receipts.ts';
import { relayMessage } from './relay.ts';

/** Per phone. */
const MAX_TYPING = 20;

/** Serves one WebSocket client until either side closes. */
export function acceptClient(net: Network, ws: WebSocket): void {
  const connection = new Connection(ws, net.store.db, net.identity, {
    opened: (client, payload, clientKey) => openSession(net, client, payload, clientKey),
    stanza: (client, node) => routeStanza(net, client, node),
    failed: (_client, error) => net.log.warn({ err: error }, 'sandbox.client_failed'),
    closed: (client) => {
      net.connections.delete(client);
      if (client.companion) net.onlineCompanions.disconnect(client.companion, client);
    },
  });
  net.connections.add(connection);
}

/** The sandbox ignores presence. */
async function routeStanza(net: Network, connection: Connection, node: BinaryNode): Promise<void> {
  const ref = connection.companion;
  if (node.tag === 'iq') return answerIq(net, connection, node);
  if (!ref) return;
  if (node.tag === 'message') return relayMessage(net, connection, ref, node);
  if (node.tag === 'receipt') return handleReceipt(net, connection, ref, node);
  if (node.tag === 'call') return handleCall(net, connection, ref, node);
  if (node.tag === 'chatstate') return noteTyping(net, ref, node);
  if (node.tag === 'ack') return net.store.db.write(() => confirmByAck(net, ref, node));
}

/** A phone shows who has begun to type a message to it. */
function noteTyping(net: Network, { number }: CompanionRef, node: BinaryNode): void {
  const receiver = findAddressee(net.store, node.attrs.to ?? '')?.phone.number;
  if (receiver === undefined || !childOf(node, 'composing')) return;
  const typist = { number, at: net.now().getTime() };
  net.typing.set(receiver, [...(net.typing.get(receiver) ?? []), typist].slice(-MAX_TYPING));
}
