import { randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import type { PhoneRow } from '../store.ts';
import { type Addressing, addressOf } from './addresses.ts';
import { element, protocolTime } from './node.ts';
import type { Encrypted } from './signal.ts';

/** A message on its way to a companion device. */
export interface Envelope {
  id: string;
  from: { phone: PhoneRow; device_id: number };
  /** Set when the companion gets a copy of what its own account wrote: the chat it was written in. */
  copyOf?: { chat: PhoneRow };
  addressing: Addressing;
  type: string;
  at: Date;
  encrypted: Encrypted;
  /** How often it was encrypted anew. */
  attempt: number;
  /** Extra elements of the sender, such as its device identity. */
  extra?: BinaryNode[];
}

/** An id in the form real phones choose. */
export function newMessageId(): string {
  return `3A${randomBytes(9).toString('hex').toUpperCase()}`;
}

/** The stanza of an envelope. Either form names the other address too, so that the receiver learns which belong together. */
export function messageNode(envelope: Envelope): BinaryNode {
  const { id, from, addressing, encrypted, attempt } = envelope;
  const enc = element(
    'enc',
    { v: '2', type: encrypted.type, count: attempt > 0 ? String(attempt) : undefined },
    encrypted.bytes,
  );
  return element(
    'message',
    {
      id,
      type: envelope.type === 'text' ? 'text' : 'media',
      t: protocolTime(envelope.at),
      from: addressOf(from.phone, addressing, from.device_id),
      notify: from.phone.name,
      addressing_mode: addressing,
      ...(envelope.copyOf
        ? chatAttributes(envelope.copyOf.chat, addressing)
        : senderAttributes(from.phone, addressing)),
    },
    [enc, ...(envelope.extra ?? [])],
  );
}

function senderAttributes(sender: PhoneRow, addressing: Addressing): Record<string, string> {
  return addressing === 'lid'
    ? { sender_pn: addressOf(sender, 'pn') }
    : { sender_lid: addressOf(sender, 'lid') };
}

function chatAttributes(chat: PhoneRow, addressing: Addressing): Record<string, string> {
  return addressing === 'lid'
    ? { recipient: addressOf(chat, 'lid'), peer_recipient_pn: addressOf(chat, 'pn') }
    : { recipient: addressOf(chat, 'pn'), peer_recipient_lid: addressOf(chat, 'lid') };
}
