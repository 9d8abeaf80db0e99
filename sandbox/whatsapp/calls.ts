import { randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import type { CallBody } from '../schema.ts';
import type { CompanionRef, PhoneRow } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import type { Connection } from './connection.ts';
import { deliver } from './delivery.ts';
import type { Call, Network } from './network.ts';
import { childOf, element, protocolTime } from './node.ts';

/** What the companions of the phone learn about each end. */
const REASONS = {
  timeout: 'timeout',
  hang_up: undefined,
  answered: 'accepted_elsewhere',
  declined: 'rejected_elsewhere',
} as const;

/** A phone calls another one. Without `end` it rings on. */
export async function callFromPhone(
  net: Network,
  from: PhoneRow,
  to: PhoneRow,
  body: CallBody,
): Promise<Call> {
  const { video, group, bare_lid, end } = body;
  const call_id = randomBytes(16).toString('hex').toUpperCase();
  const state = end === null ? 'ringing' : end === 'answered' ? 'answered' : 'missed';
  const call: Call = { call_id, from: from.number, to: to.number, video, state };
  net.calls.set(call_id, call);
  const creator = addressOf(from, 'lid');
  const ids = { 'call-id': call_id, 'call-creator': creator };
  const named = bare_lid ? {} : { caller_pn: addressOf(from, 'pn') };
  const kind = group ? { type: 'group', 'group-jid': '120363000000000000@g.us' } : {};
  const events = [element('offer', { ...ids, ...named, ...kind }, [element(video ? 'video' : 'audio')])];
  if (end !== null) events.push(element('terminate', { ...ids, ...named, ...kind, reason: REASONS[end] }));
  net.store.db.write(() => {
    for (const companion of net.store.listCompanions(to.number))
      for (const event of events)
        deliver(net, companion, { class: 'call', node: stanzaOf(net, from, event) });
  });
  await net.store.db.committed();
  return call;
}

function stanzaOf(net: Network, from: PhoneRow, event: BinaryNode): BinaryNode {
  const attrs = { id: randomBytes(8).toString('hex').toUpperCase(), t: protocolTime(net.now()) };
  return element('call', { ...attrs, from: addressOf(from, 'lid'), notify: from.name }, [event]);
}

/** A companion rejects a call to its phone. */
export function handleCall(net: Network, connection: Connection, ref: CompanionRef, node: BinaryNode): void {
  const call = net.calls.get(childOf(node, 'reject')?.attrs['call-id'] ?? '');
  if (call?.to === ref.number) call.state = 'rejected';
  const { id, to } = node.attrs;
  connection.send(element('ack', { class: 'call', type: 'reject', id, from: to }));
}
