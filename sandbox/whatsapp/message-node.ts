import { randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import type { PhoneRow } from '../store-rows.ts';
import { type Addressing, addressOf } from './addresses.ts';
import { element, protocolTime } from './node.ts';
import type { Encrypted } from './signal.ts';

export interface Envelope {
  id: string;
  from: { phone: PhoneRow; device_id: number };
  /** On a copy for the own account: the chat of the message. */
  copyOf?: { chat: PhoneRow };
  /** Address of the group in which the message is. */
  groupId?: string | undefined;
  addressing: Addressing;
  /** The stanza does not name the number of the LID. */
  isBare?: boolean;
  type: string;
  at: Date;
  encrypted: Encrypted | { unavailable: string };
  attempt: number;
  extra?: BinaryNode[];
}

/** A random id in the format of phones. */
export function newMessageId(): string {
  return `3A${randomBytes(9).toString('hex').toUpperCase()}`;
}

/** Phones show nothing in the place of such a message. */
const CHANGES = ['reaction', 'edit', 'deletion', 'vote'];

/** Builds the stanza of a message. It names both addresses of a person. */
export function messageNode(envelope: Envelope): BinaryNode {
  const { id, from, addressing, encrypted, attempt } = envelope;
  const count = attempt > 0 ? String(attempt) : undefined;
  const hidden = CHANGES.includes(envelope.type) ? { 'decrypt-fail': 'hide' } : {};
  const content =
    'unavailable' in encrypted
      ? element('unavailable', { type: encrypted.unavailable })
      : element('enc', { v: '2', type: encrypted.type, count, ...hidden }, encrypted.bytes);
  return element(
    'message',
    {
      id,
      type: envelope.type === 'text' ? 'text' : 'media',
      t: protocolTime(envelope.at),
      from: envelope.groupId ?? addressOf(from.phone, addressing, from.device_id),
      notify: from.phone.name,
      addressing_mode: addressing,
      ...peopleAttributes(envelope),
    },
    [content, ...(envelope.extra ?? [])],
  );
}

function peopleAttributes({ from, groupId, copyOf, addressing, isBare }: Envelope): Record<string, string> {
  if (groupId)
    return {
      participant: addressOf(from.phone, addressing, from.device_id),
      participant_pn: addressOf(from.phone, 'pn'),
    };
  if (copyOf) return chatAttributes(copyOf.chat, addressing);
  return isBare ? {} : senderAttributes(from.phone, addressing);
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
