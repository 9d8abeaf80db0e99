import type { BinaryNode, proto } from 'baileys';
import type { CompanionRef, MessageRow, PhoneRow } from '../store-rows.ts';
import { type Addressing, addressOf, findAddressee } from './addresses.ts';
import { describeContent } from './content.ts';
import { deliver } from './delivery.ts';
import { companionsOf, senderKeysOf } from './groups.ts';
import { issueCompanionBundle } from './keys.ts';
import { maskNumber } from './mask-number.ts';
import { messageNode } from './message-node.ts';
import { faultsOf, type Network } from './network.ts';
import { bytesOf, childOf, childrenOf, element, protocolTime } from './node.ts';
import type { Group } from './sender-keys.ts';
import { decryptFrom, encodeContent, encryptFor, garbled } from './signal.ts';

interface Written {
  id: string;
  content: proto.IMessage;
  at: Date;
  addressing: Addressing;
  unavailable: string | undefined;
}

/** To all members. Companions get the key of the author with the first message. */
export async function writeInGroup(
  net: Network,
  from: PhoneRow,
  group: Group,
  written: Written,
): Promise<void> {
  const { id, content, at, addressing, unavailable } = written;
  const { type = 'unknown' } = describeContent(content) ?? {};
  const author = addressOf(from, 'lid');
  const sealed = await senderKeysOf(net, from.number).encrypt(group.id, author, content);
  const { distribution } = sealed;
  const bytes = net.unreadable.has(id) ? garbled(sealed.bytes) : sealed.bytes;
  const holders = group.keyHolders.get(from.number) ?? new Set();
  group.keyHolders.set(from.number, holders);
  const queue: (() => void)[] = [];
  for (const companion of companionsOf(net, group.members)) {
    const key = `${companion.number}:${companion.device_id}`;
    const takeBundle = () => issueCompanionBundle(net, companion);
    const isFirst = !unavailable && !holders.has(key);
    const copy = isFirst
      ? await encryptFor(net.store, from, companion, distribution, takeBundle, { freshSession: false })
      : null;
    if (isFirst) holders.add(key);
    const node = messageNode({
      id,
      type,
      at,
      addressing,
      attempt: 0,
      groupId: group.id,
      from: { phone: from, device_id: 0 },
      encrypted: unavailable ? { unavailable } : (copy?.result ?? { type: 'skmsg', bytes }),
      extra: copy ? [encNode(bytes)] : [],
    });
    queue.push(() => {
      copy?.save();
      deliver(net, companion, { class: 'message', node });
    });
  }
  net.store.db.write(() => {
    for (const queueCopy of queue) queueCopy();
    for (const number of group.members)
      recordAt(net, number, { id, content, at, author: { number: from.number, device_id: 0 }, group });
  });
}

const encNode = (bytes: Uint8Array) => element('enc', { v: '2', type: 'skmsg' }, bytes);

/** What a companion writes: phones decrypt it, and other companions get it as it is. */
export async function relayToGroup(
  net: Network,
  sender: CompanionRef,
  message: BinaryNode,
  group: Group,
): Promise<void> {
  const { id = '' } = message.attrs;
  const phone = net.store.findPhone(sender.number);
  const sealed = childOf(message, 'enc');
  if (!phone || !sealed) return;
  const author = addressOf(phone, 'lid', sender.device_id);
  const parts = childrenOf(childOf(message, 'participants'), 'to');
  await learnKeys(net, sender, author, parts);
  for (const number of group.members) {
    const keys = senderKeysOf(net, number);
    const content = await keys.decrypt(group.id, author, bytesOf(sealed)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      net.log.warn({ phone: maskNumber(number), waMessageId: id, reason }, 'sandbox.unreadable');
      return null;
    });
    if (!content) continue;
    net.store.db.write(() => {
      recordAt(net, number, { id, content, at: net.now(), author: sender, group });
      if (number !== sender.number) report(net, sender, { group, number, id });
    });
  }
  forward(net, { phone, sender, message, group, parts });
}

async function learnKeys(
  net: Network,
  sender: CompanionRef,
  author: string,
  parts: readonly BinaryNode[],
): Promise<void> {
  for (const part of parts) {
    const addressee = findAddressee(net.store, part.attrs.jid);
    const enc = childOf(part, 'enc');
    if (addressee?.device_id !== 0 || !enc) continue;
    await net.phoneMutex.run(addressee.phone.number, async () => {
      const type = enc.attrs.type === 'pkmsg' ? 'pkmsg' : 'msg';
      const opened = await decryptFrom(net.store, addressee.phone, sender, { type, bytes: bytesOf(enc) });
      net.store.db.write(opened.save);
      await senderKeysOf(net, addressee.phone.number).learn(author, opened.result);
    });
  }
}

interface Forwarded {
  phone: PhoneRow;
  sender: CompanionRef;
  message: BinaryNode;
  group: Group;
  parts: readonly BinaryNode[];
}

function forward(net: Network, { phone, sender, message, group, parts }: Forwarded): void {
  const sealed = childOf(message, 'enc');
  const identity = childOf(message, 'device-identity');
  for (const companion of companionsOf(net, group.members)) {
    if (companion.number === sender.number && companion.device_id === sender.device_id) continue;
    const own = parts.find(({ attrs }) => {
      const found = findAddressee(net.store, attrs.jid);
      return found?.phone.number === companion.number && found.device_id === companion.device_id;
    });
    const key = own && childOf(own, 'enc');
    const attrs = {
      id: message.attrs.id,
      from: group.id,
      type: message.attrs.type,
      t: protocolTime(net.now()),
      participant: addressOf(phone, 'lid', sender.device_id),
      participant_pn: addressOf(phone, 'pn'),
      notify: phone.name,
      addressing_mode: 'lid',
    };
    const content = [...(key ? [key] : []), ...(sealed ? [sealed] : []), ...(identity ? [identity] : [])];
    const node = element('message', attrs, content);
    net.store.db.write(() => deliver(net, companion, { class: 'message', node }));
  }
}

interface Recorded {
  id: string;
  content: proto.IMessage;
  at: Date;
  author: CompanionRef;
  group: Group;
}

/** `peer` is the group, `addressed_as` the number of the author. Call it inside `db.write`. */
function recordAt(net: Network, number: string, { id, content, at, author, group }: Recorded): void {
  const { type = 'unknown', text = null } = describeContent(content) ?? {};
  net.store.recordArrival({
    phone: number,
    wa_message_id: id,
    peer: group.id,
    type,
    text,
    at: at.getTime(),
    direction: number === author.number ? 'out' : 'in',
    sender_device: author.device_id,
    addressed_as: author.number,
    content: encodeContent(content),
  });
}

interface Reported {
  group: Group;
  number: string;
  id: string;
  type?: 'read';
}

/** A receipt of one member. Call it inside `db.write`. */
function report(net: Network, receiver: CompanionRef, { group, number, id, type }: Reported): void {
  const phone = net.store.findPhone(number);
  if (!phone || !faultsOf(net, receiver.number).receipts) return;
  const attrs = { id, from: group.id, participant: addressOf(phone, 'lid'), t: protocolTime(net.now()) };
  deliver(net, receiver, { class: 'receipt', node: element('receipt', type ? { ...attrs, type } : attrs) });
}

/** A member has read a message. Call it inside `db.write`. */
export function reportReadInGroup(net: Network, group: Group, reader: PhoneRow, message: MessageRow): void {
  const author = message.addressed_as ?? '';
  const { sender_device: device_id, wa_message_id: id } = message;
  const receivers = device_id === 0 ? net.store.listCompanions(author) : [{ number: author, device_id }];
  for (const receiver of receivers) report(net, receiver, { group, number: reader.number, id, type: 'read' });
}
