import type { proto } from 'baileys';
import type { CompanionRef, NewMessage, PhoneRow } from '../store-rows.ts';
import { findAddressee } from './addresses.ts';
import { describeContent } from './content.ts';
import { maskNumber } from './mask-number.ts';
import type { Network } from './network.ts';
import { decryptFrom, type Encrypted, encodeContent, type Staged } from './signal.ts';

export interface Arrival {
  id: string;
  sender: CompanionRef;
  chat: string | undefined;
  encrypted: Encrypted;
}

export type ReadResult = { read: true } | { read: false; attempt: number };

/** Decrypts and stores a message of a companion. */
export function receiveAtPhone(net: Network, phone: PhoneRow, arrival: Arrival): Promise<ReadResult> {
  return net.phoneMutex.run(phone.number, async () => {
    const opened = await decrypt(net, phone, arrival);
    if (!opened) return recordUnreadable(net, phone, arrival);
    const { result: message, save } = opened;
    const copy = message.deviceSentMessage;
    const content = copy?.message ?? message;
    const described = describeContent(content);
    net.store.db.write(() => {
      save();
      if (!described) return;
      const chat = copy?.destinationJid ?? arrival.chat;
      const row = {
        ...rowOf(net, phone, { ...arrival, chat }),
        ...described,
        content: encodeContent(content),
      };
      net.store.recordArrival(row);
    });
    return { read: true };
  });
}

async function decrypt(
  net: Network,
  phone: PhoneRow,
  arrival: Arrival,
): Promise<Staged<proto.Message> | null> {
  try {
    return await decryptFrom(net.store, phone, arrival.sender, arrival.encrypted);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    net.log.warn({ phone: maskNumber(phone.number), waMessageId: arrival.id, reason }, 'sandbox.unreadable');
    return null;
  }
}

/** A ciphertext decrypts only once, so a repetition counts as a copy. */
function recordUnreadable(net: Network, phone: PhoneRow, arrival: Arrival): ReadResult {
  const row = { ...rowOf(net, phone, arrival), type: null, text: null, content: null };
  const known = net.store.findMessage(phone.number, arrival.id, row.direction);
  const copies = net.store.db.write(() => net.store.recordArrival(row));
  return known && known.type !== null ? { read: true } : { read: false, attempt: copies };
}

function rowOf(
  net: Network,
  phone: PhoneRow,
  { id, sender, chat }: Arrival | Omit<Arrival, 'encrypted'>,
): Omit<NewMessage, 'type' | 'text' | 'content'> {
  const isOwn = sender.number === phone.number;
  const peer = isOwn ? (findAddressee(net.store, chat)?.phone.number ?? userOf(chat)) : sender.number;
  return {
    phone: phone.number,
    wa_message_id: id,
    direction: isOwn ? 'out' : 'in',
    peer,
    sender_device: sender.device_id,
    addressed_as: isOwn ? null : (chat ?? null),
    at: net.now().getTime(),
  };
}

const userOf = (jid: string | undefined) => jid?.split('@')[0] ?? '';
