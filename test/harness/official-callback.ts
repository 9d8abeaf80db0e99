import { openCallback } from '../../src/gateway/engines/official-cloud/callbacks/envelope.ts';
import { readItems } from '../../src/gateway/engines/official-cloud/callbacks/items.ts';
import type { Json } from './shop.ts';

export const NUMBER = '106540352242922';
/** When the callbacks arrive. */
export const ARRIVAL = new Date('2026-11-21T10:00:00Z');
/** The time of `messageItem`. */
export const WRITTEN_AT = new Date('2025-06-08T20:59:43.000Z');

const CONTACTS = [{ profile: { name: 'Sheena' }, wa_id: '16505551234' }];

/** A callback of the official provider, with one change of NUMBER per value. */
export const callbackOf = (...values: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: 'WABA', changes: values.map((value) => ({ field: 'messages', value: changeValue(value) })) }],
});

export const changeValue = (value: object) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550783881', phone_number_id: NUMBER },
  ...value,
});

export const messageItem = (fields: object) => ({
  from: '16505551234',
  id: 'wamid.1',
  timestamp: '1749416383',
  ...fields,
});

export function readCallback(payload: unknown) {
  const envelope = openCallback(payload);
  if (!envelope) throw new Error('the callback has too many parts');
  return readItems(envelope, ARRIVAL);
}

/** The message that a callback with one item delivers. */
export function receivedMessage(fields: object, contacts: object[] = CONTACTS): Json {
  const [item] = readCallback(callbackOf({ contacts, messages: [messageItem(fields)] })).items;
  return item?.kind === 'message' ? item.message : item;
}
