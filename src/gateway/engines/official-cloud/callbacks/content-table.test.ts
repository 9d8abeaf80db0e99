import { expect, test } from 'vitest';
import { receivedMessage } from '../../../../../test/harness/official-callback.ts';
import { detailsJson } from '../../../messages/inbound/details.ts';
import { UNSUPPORTED_BODY } from '../../customer-content.ts';

const item = (product_retailer_id: string, quantity: unknown, item_price: unknown, currency = 'IDR') => ({
  ...{ product_retailer_id, quantity, item_price, currency },
});
const order = (...product_items: object[]) => ({
  type: 'order',
  order: { catalog_id: '1948', product_items },
});
const form = (response: string, body = 'Sent') => ({
  type: 'interactive',
  interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body, response_json: response } },
});

test.each<[string, object, string, object]>([
  [
    'an order',
    order(item('SKU-KOPI-250', 2, 45000)),
    '2 x SKU-KOPI-250, 45,000 IDR each; total 90,000 IDR',
    {
      ...{ kind: 'order', note: null },
      order: {
        ...{ id: null, title: null, item_count: 2, total: 90_000, currency: 'IDR' },
        items: [{ product_id: 'SKU-KOPI-250', name: null, quantity: 2, price: 45_000, currency: 'IDR' }],
      },
    },
  ],
  [
    'an order with a note, numbers as text, and cents',
    {
      type: 'order',
      order: { text: 'Dua', product_items: [item('A', '2', '0.1', 'USD'), item('B', 1, 3.1, 'USD')] },
    },
    'Dua\n2 x A, 0.10 USD each; 1 x B, 3.10 USD each; total 3.30 USD',
    { note: 'Dua', order: { item_count: 3, total: 3.3 } },
  ],
  [
    'an order in two currencies',
    order(item('A', 1, 5, 'JPY'), item('B', 1, 2.5, 'KWD')),
    '1 x A, 5 JPY each; 1 x B, 2.500 KWD each',
    { order: { total: null, currency: null } },
  ],
  ['an order without prices', order({ product_retailer_id: 'A' }), '1 x A', { order: { total: null } }],
  [
    'answers of a form',
    form('{"flow_token":"SECRET","nama":"Sari","alamat":"Jl. Melati 5"}'),
    'Nama: Sari\nAlamat: Jl. Melati 5',
    {
      kind: 'answers',
      answers: [
        { name: 'nama', label: 'Nama', value: 'Sari' },
        { name: 'alamat', label: 'Alamat', value: 'Jl. Melati 5' },
      ],
    },
  ],
  [
    'an address',
    form('{"values":{"name":"Sari","city":"Bogor"},"saved_address_id":""}'),
    'Name: Sari\nCity: Bogor',
    { kind: 'answers' },
  ],
  ['answers that are no JSON', form('oops'), 'Sent', {}],
  ['a form without answers', form('{"flow_token":"SECRET"}', 'Terkirim'), 'Terkirim', {}],
  [
    'the permission to call',
    {
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    },
    'Call permission, Response: accept',
    { kind: 'answers' },
  ],
  [
    'a question about a product',
    {
      type: 'text',
      text: { body: 'Masih ada?' },
      context: {
        from: '62811',
        id: 'wamid.0',
        referred_product: { catalog_id: '1', product_retailer_id: 'SKU-77' },
      },
    },
    'Masih ada?\nProduct: SKU-77',
    {
      note: 'Masih ada?',
      product: { id: 'SKU-77', catalog_id: '1' },
      context: { from: '62811', id: 'wamid.0' },
    },
  ],
  [
    'a contact card with a number',
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Kurir Budi' }, phones: [{ phone: '+62 812-9876-5432' }] }],
    },
    'Kurir Budi: +62 812-9876-5432',
    { kind: 'contacts', note: null },
  ],
  [
    'cards with a first name, a company, and an id alone',
    {
      type: 'contacts',
      contacts: [
        { name: { first_name: 'Ani', last_name: 'S' }, birthday: '2000-01-01' },
        { org: { company: 'Toko' }, emails: [{ email: 'a@b.id', type: 'WORK' }] },
        { phones: [{ wa_id: '62813' }] },
      ],
    },
    'Ani S\nToko: a@b.id\n62813',
    {
      contacts: [
        { name: { formatted_name: 'Ani S', first_name: 'Ani' }, birthday: '2000-01-01' },
        { emails: [{ email: 'a@b.id', type: 'WORK' }] },
        { phones: [{ wa_id: '62813' }] },
      ],
    },
  ],
  ['a place without coordinates', { type: 'location', location: { name: 'Toko' } }, 'Toko', {}],
  [
    'a type of tomorrow with words',
    { type: 'hologram', hologram: { id: '1', media: { caption: 'Lihat ini' } } },
    'Lihat ini',
    { kind: 'unknown', unknown: { name: 'hologram' } },
  ],
  [
    'what the provider does not support',
    {
      type: 'unsupported',
      unsupported: { type: 'poll_creation' },
      errors: [{ code: 131051, title: 'Message type unknown', error_data: { details: 'Not supported.' } }],
    },
    UNSUPPORTED_BODY,
    { kind: 'unknown', unknown: { name: 'poll_creation' } },
  ],
  [
    'an inherited name',
    { type: 'constructor', constructor: { text: 'Halo semua' } },
    'Halo semua',
    { kind: 'unknown' },
  ],
])('%s is read', (_what, fields, body, details) => {
  const message = receivedMessage(fields);

  expect(message).toMatchObject({ type: 'text', body, details });
  expect(JSON.stringify(message)).not.toContain('SECRET');
});

test.each([
  ['a content under another name', { type: 'hologram', content: { caption: 'Lihat ini' } }, 'Lihat ini'],
  ['a text beside the type', { type: 'hologram', note: 'Lihat ini' }, 'Lihat ini'],
  ['no type', { text: { body: 'Halo' } }, 'Halo'],
  ['an unreadable type', { type: { a: 1 }, order: { text: 'Dua' } }, 'Dua'],
  ['words in the 20th level', { type: 'hologram', hologram: nested(20, 'Lihat ini') }, 'Lihat ini'],
  [
    'words behind a long list',
    { type: 'hologram', hologram: [Array(5_000).fill({ a: 1 }), 'Lihat ini'] },
    'Lihat ini',
  ],
])('with %s, the words are read', (_what, fields, body) => {
  expect(receivedMessage(fields).body).toBe(body);
});

test('neither an advertisement nor an explanation of the provider is taken for words of the author', () => {
  const others = {
    context: { from: '62811', note: 'Dua kata' },
    referral: { body: 'Promo besar', headline: 'Diskon' },
    errors: [{ title: 'Not known' }],
  };

  expect(receivedMessage({ type: 'hologram', hologram: { id: '1' }, ...others }).body).toBe(UNSUPPORTED_BODY);
});

test('answers whose form says nothing keep no secret', () => {
  const message = receivedMessage({
    type: 'interactive',
    interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{"flow_token":"SECRET"}' } },
  });

  expect(JSON.stringify(message)).not.toContain('SECRET');
});

test('a contact card of any form and length keeps its name and number', () => {
  const street = 'Jl. Melati 5 '.repeat(10_000);
  const card = {
    name: { formatted_name: 'Kurir Budi' },
    phones: [{ phone: '+62 812-9876-5432' }],
    ...{
      emails: { email: 'a@b.id' },
      addresses: Array(100).fill({ street, city: street }),
      birthday: street,
    },
  };

  const { body, details } = receivedMessage({ type: 'contacts', contacts: [card] });

  expect(body).toBe('Kurir Budi: +62 812-9876-5432');
  expect(detailsJson(details)).toContain('Kurir Budi');
});

test('the words and values of the provider are kept once', () => {
  const { details } = receivedMessage(order(item('A', 1, 5)));

  expect(details.order).not.toHaveProperty('product_items');
  expect(receivedMessage(form('{"nama":"Sari"}')).details).not.toHaveProperty('interactive');
});

function nested(levels: number, words: string): object {
  return Array.from({ length: levels }).reduce<object>((inner) => ({ inner }), { words });
}

const TYPES = [
  'text',
  'image',
  'video',
  'document',
  'audio',
  'sticker',
  'location',
  'contacts',
  'interactive',
];
const long = `\u0000\uD800"{}${'x \n'.repeat(40_000)}`;

test.each(
  [...TYPES, 'button', 'order', 'unsupported', 'hologram'].flatMap((type) =>
    [
      null,
      7,
      long,
      [],
      [7, null],
      { [type]: long, body: {}, text: [], contacts: 'x', product_items: { a: 1 } },
    ].map((node) => [type, node] as const),
  ),
)('a hostile node of type %s breaks nothing (%#)', (type, node) => {
  const message = receivedMessage({ type, [type]: node });

  expect(message).toMatchObject({ waMessageId: 'wamid.1', from: '16505551234' });
  expect((detailsJson(message.details ?? {}) ?? '').length).toBeLessThan(70_000);
});

test('hostile lists have bounds', () => {
  const cards = Array(2_000).fill({
    name: { formatted_name: 'n'.repeat(5_000) },
    phones: Array(50).fill({ phone: '1' }),
  });
  const answers = JSON.stringify(
    Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`f${n}`, 'v'.repeat(900)])),
  );

  for (const fields of [
    { type: 'contacts', contacts: cards },
    form(answers),
    order(...Array(2_000).fill(item('A'.repeat(500), 1, 1e300))),
  ]) {
    const { body, details } = receivedMessage(fields);
    expect(body.length).toBeLessThan(65_000);
    expect(detailsJson(details)).toContain(`"kind":"${details.kind}"`);
    expect(JSON.parse(detailsJson(details) ?? '')).toHaveProperty(details.kind);
  }
});
