import { expect, test } from 'vitest';
import type { Json } from '../../../test/harness/shop.ts';
import { UNSUPPORTED_BODY } from '../customer-content.ts';
import { openCallback } from './envelope.ts';
import { readItems } from './items.ts';

const NUMBER = '106540352242922';
const NOW = new Date('2026-11-21T10:00:00Z');
const AT = new Date('2025-06-08T20:59:43.000Z');

const callback = (...values: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: 'WABA', changes: values.map((value) => ({ field: 'messages', value: envelope(value) })) }],
});
const envelope = (value: object) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550783881', phone_number_id: NUMBER },
  ...value,
});
const message = (fields: object) => ({
  from: '16505551234',
  id: 'wamid.1',
  timestamp: '1749416383',
  ...fields,
});
const CONTACTS = [{ profile: { name: 'Sheena' }, wa_id: '16505551234' }];

function read(payload: unknown) {
  const envelope = openCallback(payload);
  if (!envelope) throw new Error('more than a callback has');
  return readItems(envelope, NOW);
}

function received(fields: object, contacts: object[] = CONTACTS): Json {
  const [item] = read(callback({ contacts, messages: [message(fields)] })).items;
  return item?.kind === 'message' ? item.message : item;
}

const FILE = { id: '1', mime_type: 'image/jpeg', sha256: 'aa==' };
const REPLY = { from: '15550783881', id: 'wamid.0' };

test.each([
  ['text', { type: 'text', text: { body: 'Hi' } }, 'text', 'Hi'],
  ['image', { type: 'image', image: { ...FILE, caption: 'Ini' } }, 'image', 'Ini'],
  ['image without caption', { type: 'image', image: FILE }, 'image', null],
  ['video', { type: 'video', video: { ...FILE, caption: 'Itu' } }, 'video', 'Itu'],
  ['document', { type: 'document', document: { ...FILE, filename: 'a.pdf' } }, 'document', 'a.pdf'],
  [
    'captioned document',
    { type: 'document', document: { ...FILE, filename: 'a', caption: 'b' } },
    'document',
    'b',
  ],
  ['audio', { type: 'audio', audio: { ...FILE, voice: true } }, 'audio', null],
  ['sticker', { type: 'sticker', sticker: { ...FILE, animated: false } }, 'image', null],
  [
    'location',
    { type: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Monas', address: 'Jakarta' } },
    'text',
    'Monas\nJakarta\nhttps://maps.google.com/?q=-6.2,106.8',
  ],
  [
    'contacts',
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Ani' } }, { name: { formatted_name: 'Budi' } }],
    },
    'text',
    'Ani, Budi',
  ],
  [
    'tap on a button',
    {
      type: 'interactive',
      context: REPLY,
      interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Ya' } },
    },
    'text',
    'Ya',
  ],
  [
    'tap on a row',
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'r', title: 'Baris', description: 'd' } },
    },
    'text',
    'Baris',
  ],
  [
    'quick reply of a template',
    { type: 'button', context: REPLY, button: { payload: 'p', text: 'Oke' } },
    'text',
    'Oke',
  ],
  ['order', { type: 'order', order: { catalog_id: 'c', text: 'Dua', product_items: [] } }, 'text', 'Dua'],
  ['order without a word', { type: 'order', order: { catalog_id: 'c' } }, 'text', UNSUPPORTED_BODY],
  ['form', { type: 'interactive', interactive: { nfm_reply: { body: 'Sent' } } }, 'text', 'Sent'],
  ['unsupported', { type: 'unsupported', errors: [{ code: 131051 }] }, 'text', UNSUPPORTED_BODY],
  ['a type of tomorrow', { type: 'hologram', hologram: { id: 'h' } }, 'text', UNSUPPORTED_BODY],
  ['text without a word', { type: 'text' }, 'text', UNSUPPORTED_BODY],
])('%s comes as type and body of the contract', (_name, fields, type, body) => {
  expect(received(fields)).toMatchObject({ waMessageId: 'wamid.1', from: '16505551234', type, body, at: AT });
});

test('what somebody has edited comes as a message with the new text, and says of which one', () => {
  const edit = (message: unknown) => ({ original_message_id: 'wamid.0', message });
  const text = edit({ id: 'wamid.0', type: 'text', text: { body: 'Dua saja' } });
  const image = edit({ type: 'image', image: { ...FILE, caption: 'Yang ini' } });

  expect(received({ type: 'edit', edit: text })).toMatchObject({
    waMessageId: 'wamid.1',
    type: 'text',
    body: 'Dua saja',
    details: { edit: { original_message_id: 'wamid.0' } },
  });
  expect(received({ type: 'edit', edit: image })).toMatchObject({
    type: 'image',
    body: 'Yang ini',
    details: { image: { id: '1' } },
  });
  expect(received({ type: 'edit', edit: edit(null) })).toMatchObject({ body: UNSUPPORTED_BODY });
});

test.each([
  ['interactive', { interactive: { button_reply: { id: 'y', title: 'Ya' } } }, 'y'],
  ['interactive', { interactive: { list_reply: { id: 'r', title: 'Baris' } } }, 'r'],
  ['button', { button: { payload: 'p', text: 'Oke' } }, 'p'],
])('of a tap (%s) the id of the choice is kept (%#)', (type, node, id) => {
  expect(received({ type, ...node }).details).toMatchObject({ choice_id: id });
});

test.each([
  ['sticker', { type: 'sticker', sticker: { ...FILE, animated: true } }],
  ['location', { type: 'location', location: { latitude: 1, longitude: 2 } }],
  ['hologram', { type: 'hologram', hologram: { id: 'h' } }],
])('that it was a %s is kept, with all that it holds', (kind, { type: _type, ...nodes }) => {
  expect(received({ type: kind, ...nodes }).details).toMatchObject({ kind, ...nodes });
});

test('advertisement, context, file and profile are kept, and what says nothing new is not', () => {
  const referral = { source_url: 'https://fb.me/x', source_type: 'ad', ctwa_clid: 'Aff', headline: 'Diskon' };
  const context = { ...REPLY, forwarded: true };

  const { details } = received({ type: 'image', image: { ...FILE, url: 'https://x' }, referral, context });

  expect(details).toEqual({
    referral,
    context,
    image: { ...FILE, url: 'https://x' },
    profile: { name: 'Sheena' },
  });
});

test.each([
  [
    'beside the number',
    { from_user_id: 'US.1349' },
    [{ wa_id: '16505551234', user_id: 'US.1349' }],
    '16505551234',
  ],
  ['without it', { from: undefined, from_user_id: 'US.1349' }, [{ user_id: 'US.1349' }], 'US.1349'],
  ['with an empty number', { from: '', from_user_id: 'MY.2035' }, [], 'MY.2035'],
  ['of the contact only', { from: undefined }, [{ user_id: 'US.77' }], 'US.77'],
  ['number of the contact only', { from: undefined }, [{ wa_id: '628123' }], '628123'],
  ['in place of the number', { from: 'MY.2035' }, [], 'MY.2035'],
  ['of a parent account in its place', { from: 'US.ENT.2035a' }, [], 'US.ENT.2035a'],
  ['in place of the number of the contact', { from: undefined }, [{ wa_id: 'MY.2035' }], 'MY.2035'],
  [
    'beside somebody else',
    { from: undefined, from_user_id: 'US.1' },
    [{ wa_id: '62', user_id: 'US.2' }],
    'US.1',
  ],
  ['with a plus', { from: '+62 812-345' }, [], '62812345'],
])('a user id %s is never read as a number', (_name, fields, contacts, from) => {
  expect(received({ type: 'text', text: { body: 'Hi' }, ...fields }, contacts).from).toBe(from);
});

test('a time that cannot be read is that of the arrival', () => {
  expect(received({ type: 'text', text: { body: 'Hi' }, timestamp: 'soon' }).at).toEqual(NOW);
});

test.each<[string, object, object]>([
  ['the caption of an image', { type: 'image', image: { ...FILE, caption: null } }, { type: 'image' }],
  ['the name of a document', { type: 'document', document: { ...FILE, filename: 7 } }, { type: 'document' }],
  [
    'the name of a place',
    { type: 'location', location: { latitude: 1, longitude: 2, name: null, address: 'Jakarta' } },
    { type: 'text', body: expect.stringContaining('Jakarta') },
  ],
  ['the text of an order', { type: 'order', order: { text: null } }, {}],
  ['a choice', { type: 'button', button: { text: 'Ya', payload: null } }, { body: 'Ya' }],
  ['the user id', { type: 'text', text: { body: 'Hi' }, from_user_id: null }, { body: 'Hi' }],
  ['the number', { type: 'text', text: { body: 'Hi' }, from: null, from_user_id: 'US.1' }, { from: 'US.1' }],
  [
    'a node of another type',
    { type: 'text', text: { body: 'Hi' }, button: null, contacts: 'x' },
    { body: 'Hi' },
  ],
])('%s may be null or nonsense: the message comes, and all that was in it', (_name, fields, expected) => {
  const message = received(fields, []);

  expect(message).toMatchObject({ waMessageId: 'wamid.1', ...expected });
  const { type: _type, text: _text, from: _from, ...others } = fields as Json;
  expect(message.details ?? {}).toMatchObject(others);
});

test('times and numbers may come as numbers', () => {
  const text = { type: 'text', text: { body: 'Hi' }, timestamp: 1749416383, from: 16505551234 };

  expect(received(text, [])).toMatchObject({ at: AT, from: '16505551234' });
});

test.each([
  ['null for errors', { errors: null }, 'failed'],
  ['null for a title', { errors: [{ code: 131026, title: null }] }, '131026'],
  ['a code in quotes after nonsense', { errors: [null, { code: '131026' }] }, '131026'],
  ['nothing in the list', { errors: [] }, 'failed'],
])('a status with %s is a failure all the same', (_name, fields, code) => {
  const status = { id: 'wamid.1', status: 'failed', timestamp: 1749416383, biz_opaque_callback_data: 7 };

  expect(read(callback({ statuses: [{ ...status, ...fields }] })).items).toMatchObject([
    { kind: 'status', status: { providerId: 'wamid.1', reference: null, error: { code } } },
  ]);
});

test('what cannot be read at all is told as it came, as far as there is little of it', () => {
  const { items, broken } = read(callback({ messages: [{ id: 7 }], statuses: Array(200).fill({}) }));

  expect(broken).toBe(201);
  expect(items).toHaveLength(100);
  expect(items.slice(0, 2)).toEqual([
    {
      kind: 'other',
      phoneNumberId: NUMBER,
      field: 'unreadable',
      payload: { list: 'messages', item: { id: 7 } },
    },
    { kind: 'other', phoneNumberId: NUMBER, field: 'unreadable', payload: { list: 'statuses', item: {} } },
  ]);
});

test.each([
  ['system', { body: 'User A changed', wa_id: '1650', type: 'user_changed_number' }],
  ['reaction', { message_id: 'wamid.0', emoji: '👍' }],
  ['revoke', { original_message_id: 'wamid.0' }],
  ['request_welcome', {}],
])('what is nothing that anybody wrote is no message: %s', (type, node) => {
  const { items } = read(callback({ messages: [message({ type, [type]: node })] }));

  expect(items).toMatchObject([{ kind: 'other', field: type, payload: { [type]: node } }]);
});

test.each(['sent', 'delivered', 'read'])(
  'the status %s is told with the reference that we gave',
  (status) => {
    const statuses = [
      { id: 'wamid.1', status, timestamp: '1749416383', biz_opaque_callback_data: 'kurir.1' },
    ];

    expect(read(callback({ statuses })).items).toEqual([
      {
        kind: 'status',
        phoneNumberId: NUMBER,
        status: { providerId: 'wamid.1', reference: 'kurir.1', status, error: null },
      },
    ]);
  },
);

test('a failure is told with code and words', () => {
  const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: '24 hours' } }];

  const { items } = read(callback({ statuses: [{ id: 'wamid.1', status: 'failed', errors }] }));

  expect(items).toMatchObject([
    {
      status: {
        reference: null,
        status: 'failed',
        error: { code: '131047', message: 'Re-engagement message: 24 hours' },
      },
    },
  ]);
});

test('statuses that mean nothing to us are left out', () => {
  const statuses = ['played', 'deleted', 'warning'].map((status) => ({ id: 'wamid.1', status }));

  expect(read(callback({ statuses }))).toMatchObject({ items: [], broken: 0 });
});

test.each(['smb_message_echoes', 'history', 'user_preferences', 'standby'])(
  '%s is kept as it is',
  (field) => {
    const value = envelope({ message_echoes: [{ id: 'wamid.1' }] });

    const { items } = read({ entry: [{ changes: [{ field, value }] }] });

    expect(items).toEqual([{ kind: 'other', phoneNumberId: NUMBER, field, payload: value }]);
  },
);

test('what cannot be read is counted, and costs nothing of what stands beside it', () => {
  const good = message({ type: 'text', text: { body: 'Hi' } });
  const broken = [null, 7, {}, { id: 'x' }, { id: 'x', type: 'text', text: { body: 'a' } }];
  const statuses = [{ status: 'sent' }, { id: 'wamid.2', status: 'sent' }];
  const payload = callback({ messages: [...broken, good], statuses });
  payload.entry[0]?.changes.push(null as never, { field: 'messages' } as never);

  const { items, broken: count } = read(payload);

  expect(items.filter(({ kind }) => kind !== 'other').map(({ kind }) => kind)).toEqual(['message', 'status']);
  expect(count).toBe(broken.length + 1 + 2);
});

test.each([[null], [[]], ['text'], [{}], [{ entry: 1 }], [{ entry: [1] }], [{ entry: [{ changes: 1 }] }]])(
  'a callback that is none (%#) says nothing',
  (payload) => {
    expect(read(payload)).toMatchObject({ items: [], accounts: [], broken: 1 });
  },
);
