import { expect, test } from 'vitest';
import { ARRIVAL, receivedMessage, WRITTEN_AT } from '../../../../../test/harness/official-callback.ts';
import type { Json } from '../../../../../test/harness/shop.ts';
import { UNSUPPORTED_BODY } from '../../customer-content.ts';

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
    'Ani\nBudi',
  ],
  [
    'choice of a button',
    {
      type: 'interactive',
      context: REPLY,
      interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Ya' } },
    },
    'text',
    'Ya',
  ],
  [
    'choice of a row',
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
  ['order without text', { type: 'order', order: { catalog_id: 'c' } }, 'text', 'Order'],
  ['form', { type: 'interactive', interactive: { nfm_reply: { body: 'Sent' } } }, 'text', 'Sent'],
  ['unsupported', { type: 'unsupported', errors: [{ code: 131051 }] }, 'text', UNSUPPORTED_BODY],
  [
    'withheld',
    { type: 'unsupported', errors: [null, { code: 131060, title: 'This message is unavailable.' }] },
    'text',
    'Open this message on the phone',
  ],
  ['an unknown type', { type: 'hologram', hologram: { id: 'h' } }, 'text', UNSUPPORTED_BODY],
  ['text without a body', { type: 'text' }, 'text', UNSUPPORTED_BODY],
])('%s becomes type and body of the contract', (_name, fields, type, body) => {
  expect(receivedMessage(fields)).toMatchObject({
    waMessageId: 'wamid.1',
    from: '16505551234',
    type,
    body,
    at: WRITTEN_AT,
  });
});

test('an edited message becomes a message with the new text, and names the first one', () => {
  const edit = (message: unknown) => ({ original_message_id: 'wamid.0', message });
  const text = edit({ id: 'wamid.0', type: 'text', text: { body: 'Dua saja' } });
  const image = edit({ type: 'image', image: { ...FILE, caption: 'Yang ini' } });

  expect(receivedMessage({ type: 'edit', edit: text })).toMatchObject({
    waMessageId: 'wamid.1',
    type: 'text',
    body: 'Dua saja',
    details: { edit: { original_message_id: 'wamid.0' } },
  });
  expect(receivedMessage({ type: 'edit', edit: image })).toMatchObject({
    type: 'image',
    body: 'Yang ini',
    details: { image: { id: '1' } },
  });
  expect(receivedMessage({ type: 'edit', edit: edit(null) })).toMatchObject({ body: UNSUPPORTED_BODY });
});

test.each([
  ['interactive', { interactive: { button_reply: { id: 'y', title: 'Ya' } } }, 'y'],
  ['interactive', { interactive: { list_reply: { id: 'r', title: 'Baris' } } }, 'r'],
  ['button', { button: { payload: 'p', text: 'Oke' } }, 'p'],
])('the id of a choice (%s) is kept (%#)', (type, node, id) => {
  expect(receivedMessage({ type, ...node }).details).toMatchObject({ choice_id: id });
});

test.each([
  ['sticker', { type: 'sticker', sticker: { ...FILE, animated: true } }],
  ['location', { type: 'location', location: { latitude: 1, longitude: 2 } }],
])('the type %s and its content are kept in the details', (kind, { type: _type, ...nodes }) => {
  expect(receivedMessage({ type: kind, ...nodes }).details).toMatchObject({ kind, ...nodes });
});

test('the name and the content of an unknown type are kept in the details', () => {
  const { details } = receivedMessage({ type: 'hologram', hologram: { id: 'h' } });

  expect(details).toMatchObject({ kind: 'unknown', unknown: { name: 'hologram' }, hologram: { id: 'h' } });
});

test('the details have advertisement, context, file and profile, and repeat no other value', () => {
  const referral = { source_url: 'https://fb.me/x', source_type: 'ad', ctwa_clid: 'Aff', headline: 'Diskon' };
  const context = { ...REPLY, forwarded: true };

  const { details } = receivedMessage({
    type: 'image',
    image: { ...FILE, url: 'https://x' },
    referral,
    context,
  });

  expect(details).toEqual({
    referral,
    context,
    image: { ...FILE, url: 'https://x' },
    profile: { name: 'Sheena' },
  });
});

test('the time of arrival replaces an unreadable time', () => {
  expect(receivedMessage({ type: 'text', text: { body: 'Hi' }, timestamp: 'soon' }).at).toEqual(ARRIVAL);
});

test.each<[string, object, object]>([
  ['the caption of an image', { type: 'image', image: { ...FILE, caption: null } }, { type: 'image' }],
  ['the name of a document', { type: 'document', document: { ...FILE, filename: 7 } }, { type: 'document' }],
  [
    'the name of a location',
    { type: 'location', location: { latitude: 1, longitude: 2, name: 7, address: 'Jakarta' } },
    { type: 'text', body: expect.stringContaining('Jakarta') },
  ],
  ['the text of an order', { type: 'order', order: { text: null } }, {}],
  ['a choice', { type: 'button', button: { text: 'Ya', payload: null } }, { body: 'Ya' }],
  ['the user id', { type: 'text', text: { body: 'Hi' }, from_user_id: null }, { body: 'Hi' }],
  ['the number', { type: 'text', text: { body: 'Hi' }, from: null, from_user_id: 'US.1' }, { from: 'US.1' }],
  [
    'the content of another type',
    { type: 'text', text: { body: 'Hi' }, button: null, contacts: 'x' },
    { body: 'Hi' },
  ],
])('%s may be null or unreadable: the message keeps its other values', (_name, fields, expected) => {
  const message = receivedMessage(fields, []);

  expect(message).toMatchObject({ waMessageId: 'wamid.1', ...expected });
  const { type: _type, text: _text, from: _from, location: _, order: _order, ...others } = fields as Json;
  expect(message.details ?? {}).toMatchObject(others);
});

test('times and phone numbers may be JSON numbers', () => {
  const text = { type: 'text', text: { body: 'Hi' }, timestamp: 1749416383, from: 16505551234 };

  expect(receivedMessage(text, [])).toMatchObject({ at: WRITTEN_AT, from: '16505551234' });
});

test.each([
  ['beside the number', { from: '628123', from_user_id: 'ID.1' }, 'ID.1'],
  ['alone', { from: null, from_user_id: 'ID.1' }, undefined],
])('the user id %s is another id of the author, or the only one', (_name, ids, otherId) => {
  const message = receivedMessage({ type: 'text', text: { body: 'Hi' }, ...ids }, []);

  expect(message.otherId).toBe(otherId);
});
