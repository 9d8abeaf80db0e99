import type { proto } from 'baileys';
import type { CompanionRef, NewMessage, PhoneRow } from '../store.ts';
import { findAddressee } from './addresses.ts';
import { describeContent } from './content.ts';
import { maskNumber } from './mask.ts';
import type { Network } from './network.ts';
import { decryptFrom, type Encrypted, encodeContent, type Staged } from './signal.ts';

export interface Arrival {
  id: string;
  sender: CompanionRef;
  /** The chat as the sender addressed it. */
  chat: string | undefined;
  encrypted: Encrypted;
}

/** What became of an arrival. `attempt` counts the arrivals of this id that could not be read. */
export type Reading = { read: true } | { read: false; attempt: number };

/** A phone gets a message of a companion device: of somebody else, or a copy of what its own companion wrote. */
export function receiveAtPhone(net: Network, phone: PhoneRow, arrival: Arrival): Promise<Reading> {
  return net.turns.take(phone.number, async () => {
    const opened = await open(net, phone, arrival);
    if (!opened) return noteUnreadable(net, phone, arrival);
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

async function open(net: Network, phone: PhoneRow, arrival: Arrival): Promise<Staged<proto.Message> | null> {
  try {
    return await decryptFrom(net.store, phone, arrival.sender, arrival.encrypted);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    net.log.warn({ phone: maskNumber(phone.number), waMessageId: arrival.id, reason }, 'sandbox.unreadable');
    return null;
  }
}

/** The same ciphertext twice cannot be read twice: a message the phone already has counts as one more copy. */
function noteUnreadable(net: Network, phone: PhoneRow, arrival: Arrival): Reading {
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
