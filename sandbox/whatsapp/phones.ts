import { randomInt } from 'node:crypto';
import type { proto } from 'baileys';
import { absentPhone } from '../../src/platform/lib/absent-phone.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { SandboxError } from '../errors.ts';
import type { SendBody } from '../schema.ts';
import type { Store } from '../store.ts';
import type { CompanionRow, MessageRow, NewMessage, PhoneRow } from '../store-rows.ts';
import { type Addressing, addressOf } from './addresses.ts';
import { describeContent } from './content.ts';
import { deliver, deliverReadReceipt } from './delivery.ts';
import { reportReadInGroup, writeInGroup } from './group-messages.ts';
import { issueCompanionBundle, makePhoneKeys } from './keys.ts';
import { messageNode, newMessageId } from './message-node.ts';
import { faultsOf, type Network } from './network.ts';
import { decodeContent, encodeContent, encryptFor, garbled } from './signal.ts';

/** Registers a number. A repeated call changes nothing. */
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
  if (!phone) throw new SandboxError('phone_not_found', absentPhone(number));
  return phone;
}

type SentAs = Pick<
  SendBody,
  'addressing' | 'seconds_ago' | 'bare_lid' | 'unavailable' | 'unreadable' | 'group'
>;

/** Sends to a phone and to the companions of both phones. Resolves with the id after the commit. */
export async function sendFromPhone(
  net: Network,
  from: PhoneRow,
  to: PhoneRow,
  content: proto.IMessage,
  { addressing, seconds_ago, bare_lid: isBare, unavailable, unreadable, group }: SentAs,
): Promise<string> {
  const id = newMessageId();
  if (unreadable) net.unreadable.add(id);
  const at = new Date(net.now().getTime() - seconds_ago * SECOND);
  const known = group && net.groups.get(group.id);
  if (known && known.members.length > 0) {
    await net.phoneMutex.run(from.number, () =>
      writeInGroup(net, from, known, { id, content, at, addressing, unavailable }),
    );
    await net.store.db.committed();
    return id;
  }
  if (group)
    net.groups.set(group.id, { id: group.id, subject: group.name, members: [], keyHolders: new Map() });
  await net.phoneMutex.run(from.number, async () => {
    const { type = 'unknown', text = null } = describeContent(content) ?? {};
    const row = {
      wa_message_id: id,
      sender_device: 0,
      type,
      text,
      content: encodeContent(content),
      at: at.getTime(),
    };
    const receivers = [...net.store.listCompanions(to.number), ...ownCompanions(net, from, to)];
    const queueCopies: (() => void)[] = [];
    for (const receiver of receivers) {
      queueCopies.push(
        await encryptCopy(net, {
          from,
          chat: to,
          receiver,
          content,
          id,
          type,
          at,
          attempt: 0,
          addressing,
          isBare,
          unavailable,
          groupId: group?.id,
        }),
      );
    }
    net.store.db.write(() => {
      for (const queueCopy of queueCopies) queueCopy();
      // Phones of the sandbox show no groups.
      if (!group) recordArrivals(net, row, { from, to, addressing });
    });
  });
  await net.store.db.committed();
  return id;
}

function recordArrivals(
  { store }: Network,
  row: Omit<NewMessage, 'phone' | 'direction' | 'peer' | 'addressed_as'>,
  { from, to, addressing }: { from: PhoneRow; to: PhoneRow } & Pick<SentAs, 'addressing'>,
): void {
  store.recordArrival({ ...row, phone: from.number, direction: 'out', peer: to.number, addressed_as: null });
  const addressed_as = addressOf(to, addressing);
  store.recordArrival({ ...row, phone: to.number, direction: 'in', peer: from.number, addressed_as });
}

/** Repeats a message that a companion could not decrypt, in a new session. */
export async function resendFromPhone(
  net: Network,
  from: PhoneRow,
  receiver: CompanionRow,
  message: Pick<MessageRow, 'wa_message_id' | 'peer' | 'type' | 'at'>,
  again: Pick<CompanionCopy, 'content' | 'addressing' | 'attempt' | 'bundle'>,
): Promise<void> {
  await net.phoneMutex.run(from.number, async () => {
    const chat = net.store.findPhone(message.peer);
    if (!chat) return;
    const type = message.type ?? 'text';
    const { wa_message_id: id, at } = message;
    const queueCopy = await encryptCopy(net, { ...again, from, chat, receiver, id, type, at: new Date(at) });
    net.store.db.write(queueCopy);
  });
}

/** Sends a readable copy of a message to the companions of its receiver. Throws message_not_found. */
export async function deliverReadable(net: Network, from: PhoneRow, waMessageId: string): Promise<void> {
  const message = net.store.findMessage(from.number, waMessageId, 'out');
  if (!message?.content) throw new SandboxError('message_not_found');
  net.unreadable.delete(waMessageId);
  const again = { content: decodeContent(message.content), addressing: 'lid' as const, attempt: 1 };
  for (const receiver of net.store.listCompanions(message.peer))
    await resendFromPhone(net, from, receiver, message, again);
  await net.store.db.committed();
}

/** Marks a message as read and sends the receipt. Throws message_not_found. */
export async function readMessage(net: Network, reader: PhoneRow, waMessageId: string): Promise<void> {
  const message = net.store.findMessage(reader.number, waMessageId, 'in');
  if (!message || message.type === null) throw new SandboxError('message_not_found');
  const { receipts } = faultsOf(net, message.peer);
  net.store.db.write(() => {
    const isFirst = net.store.markRead(message.seq, net.now().getTime());
    const group = net.groups.get(message.peer);
    if (isFirst && group) reportReadInGroup(net, group, reader, message);
    else if (isFirst && receipts) deliverReadReceipt(net, reader, message);
  });
  await net.store.db.committed();
}

interface CompanionCopy {
  from: PhoneRow;
  chat: PhoneRow;
  receiver: CompanionRow;
  content: proto.IMessage;
  id: string;
  type: string;
  at: Date;
  addressing: Addressing;
  isBare?: boolean;
  groupId?: string | undefined;
  unavailable?: string | undefined;
  attempt: number;
  bundle?: Parameters<typeof encryptFor>[4];
}

/** The result queues the copy. Call it inside `db.write`. */
async function encryptCopy(net: Network, copy: CompanionCopy): Promise<() => void> {
  const { from, chat, receiver, content, attempt, bundle } = copy;
  const isCopy = receiver.number === from.number;
  const inner = isCopy
    ? { deviceSentMessage: { destinationJid: addressOf(chat, copy.addressing), message: content } }
    : content;
  const takeBundle = bundle ?? (() => issueCompanionBundle(net, receiver));
  const { result, save } = copy.unavailable
    ? { result: { unavailable: copy.unavailable }, save() {} }
    : await encryptFor(net.store, from, receiver, inner, takeBundle, { freshSession: attempt > 0 });
  if (net.unreadable.has(copy.id) && 'bytes' in result) result.bytes = garbled(result.bytes);
  const node = messageNode({
    ...copy,
    from: { phone: from, device_id: 0 },
    encrypted: result,
    ...(isCopy && { copyOf: { chat } }),
  });
  return () => {
    save();
    deliver(net, receiver, { class: 'message', node, attempt });
  };
}

function ownCompanions(net: Network, from: PhoneRow, to: PhoneRow): CompanionRow[] {
  return from.number === to.number ? [] : net.store.listCompanions(from.number);
}

/** Real ids have 15 digits. */
function newLid(store: Store): string {
  const lid = String(randomInt(1e14, 2.8e14));
  return store.findPhoneByLid(lid) ? newLid(store) : lid;
}
