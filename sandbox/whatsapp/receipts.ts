import type { BinaryNode } from 'baileys';
import type { CompanionRef, QueuedStanza } from '../store-rows.ts';
import { addressingOf, addressOf, findAddressee } from './addresses.ts';
import type { Connection } from './connection.ts';
import { confirmMessage, deliver, deliverReadReceipt, MAX_ATTEMPTS } from './delivery.ts';
import { reportReadInGroup } from './group-messages.ts';
import { sendHistoryNotice } from './history-sync.ts';
import { issueCompanionBundle, readBundle } from './keys.ts';
import { faultsOf, type Network } from './network.ts';
import { childrenOf, element, protocolTime } from './node.ts';
import { resendFromPhone } from './phones.ts';
import { decodeContent } from './signal.ts';

/** Handles a delivery, read or retry receipt of a companion. */
export async function handleReceipt(
  net: Network,
  connection: Connection,
  ref: CompanionRef,
  receipt: BinaryNode,
): Promise<void> {
  const { id = '', to, type, participant } = receipt.attrs;
  const ids = [id, ...childrenOf(childrenOf(receipt)[0], 'item').map((item) => item.attrs.id ?? '')];
  const [queued] = net.store.findQueued(ref, id).filter((stanza) => stanza.class !== 'receipt');
  net.store.db.write(() => {
    for (const each of ids) confirmMessage(net, ref, each);
    if (type === 'read') for (const each of ids) forwardRead(net, ref, each, participant);
    if (queued && type !== 'retry') reportDelivery(net, ref, id);
  });
  connection.send(element('ack', { class: 'receipt', id, from: to, type, participant }));
  if (type === 'retry') await reencrypt(net, ref, receipt, queued);
}

/** A companion that has the copy of a message of its phone shows its status too. */
function reportDelivery(net: Network, ref: CompanionRef, id: string): void {
  const message = net.store.findMessage(ref.number, id, 'out');
  const chat = message?.sender_device === 0 ? net.store.findPhone(message.peer) : undefined;
  if (!chat || !faultsOf(net, ref.number).receipts) return;
  const node = element('receipt', { id, from: addressOf(chat, 'lid'), t: protocolTime(net.now()) });
  deliver(net, ref, { class: 'receipt', node });
}

/** A phone re-encrypts here. A companion gets a retry receipt. */
async function reencrypt(
  net: Network,
  ref: CompanionRef,
  receipt: BinaryNode,
  queued: QueuedStanza | undefined,
): Promise<void> {
  const { id = '', to = '' } = receipt.attrs;
  const companion = net.store.findCompanion(ref);
  const author = findAddressee(net.store, to);
  const phone = net.store.findPhone(ref.number);
  if (!companion || !author || !phone) return;

  if (author.device_id > 0) {
    const from = addressOf(phone, addressingOf(to), ref.device_id);
    const attrs = { id, from, type: 'retry', t: protocolTime(net.now()) };
    const node = element('receipt', attrs, receipt.content);
    const origin = { number: author.phone.number, device_id: author.device_id };
    return net.store.db.write(() => deliver(net, origin, { class: 'receipt', node }));
  }
  const attempt = Number(childrenOf(receipt).find(({ tag }) => tag === 'retry')?.attrs.count ?? 1);
  if (attempt > MAX_ATTEMPTS) return;
  const sent = readBundle(receipt);
  const message = net.store.findMessage(author.phone.number, id, 'out');
  if (message?.content) {
    const content = decodeContent(message.content);
    const bundle = () => sent ?? issueCompanionBundle(net, companion);
    const again = { content, addressing: addressingOf(to), attempt, bundle };
    await resendFromPhone(net, author.phone, companion, message, again);
  } else if (queued?.class === 'history') {
    await sendHistoryNotice(net, companion, id, attempt, sent);
  }
}

/** In a group, the receipt names the author. */
function forwardRead(net: Network, ref: CompanionRef, id: string, participant: string | undefined): void {
  const reader = net.store.findPhone(ref.number);
  const message = net.store.findMessage(ref.number, id, 'in');
  const group = net.groups.get(message?.peer ?? '');
  if (!reader || !message) return;
  if (group && findAddressee(net.store, participant)?.phone.number !== message.addressed_as) return;
  if (!net.store.markRead(message.seq, net.now().getTime())) return;
  if (group) reportReadInGroup(net, group, reader, message);
  else deliverReadReceipt(net, reader, message);
}
