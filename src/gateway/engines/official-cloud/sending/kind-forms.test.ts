import { expect, test } from 'vitest';
import { judge } from '../../../messages/admission/engine-refusals.ts';
import { outboundOf } from '../../../messages/dispatch/claim-store.ts';
import { SendMessage } from '../../../messages/schema.ts';
import { bodyOf } from './message-body.ts';

/** The body of the provider for a message of the API, without the parts that all have. */
function bodyFor(message: object, quote?: { id: string; author: 'us' | 'them' }): object {
  const input = SendMessage.parse({ device_uuid: 'd', to: '081234567890', ...message });
  if (input.type === 'template') throw new Error('a template is no kind');
  const { type, body, media_url, interactive, details } = judge(input);
  const outbound = outboundOf({
    ...{ reserved_wa_id: 'K1', phone: '6281', type, body, media_url, prepared: null },
    interactive: interactive && JSON.parse(interactive),
    details: { ...details, ...(quote && { quote: { ...quote, type: 'text', excerpt: null } }) },
  });
  const { messaging_product, recipient_type, to, biz_opaque_callback_data, ...content } = Object(
    bodyOf(outbound),
  );
  expect([messaging_product, recipient_type, to, biz_opaque_callback_data]).toEqual([
    ...['whatsapp', 'individual', '+6281', 'K1'],
  ]);
  return content;
}

const interactive = (value: object) => ({ type: 'interactive', interactive: value });

test('a place, with its name', () => {
  const place = { latitude: -6.1, longitude: 106.8, name: 'Toko' };

  expect(bodyFor({ type: 'location', location: { ...place, address: ' ' } })).toEqual({
    type: 'location',
    location: place,
  });
});

test('a card has a part of the name beside the whole, and no empty lists', () => {
  const contacts = [
    { name: { formatted_name: 'Toko Kopi' }, phones: [] },
    { name: { formatted_name: 'Budi S', last_name: 'S' }, org: { company: 'Toko' }, birthday: '1990-12-31' },
  ];

  expect(bodyFor({ type: 'contacts', contacts })).toEqual({
    type: 'contacts',
    contacts: [
      { name: { formatted_name: 'Toko Kopi', first_name: 'Toko Kopi' } },
      {
        name: { formatted_name: 'Budi S', first_name: 'Budi S', last_name: 'S' },
        org: { company: 'Toko' },
        birthday: '1990-12-31',
      },
    ],
  });
});

test.each([
  ['👍', '👍'],
  [null, ''],
  ['', ''],
])('a reaction %j names its message, and is no quote', (emoji, sent) => {
  const message = { type: 'reaction', reaction: { message_id: 1, emoji } };

  expect(bodyFor(message, { id: 'wamid.A', author: 'them' })).toEqual({
    type: 'reaction',
    reaction: { message_id: 'wamid.A', emoji: sent },
  });
});

test('a request of a location', () => {
  expect(bodyFor({ type: 'location_request', body: 'Ke mana?' })).toEqual(
    interactive({
      type: 'location_request_message',
      body: { text: 'Ke mana?' },
      action: { name: 'send_location' },
    }),
  );
});

test('a button that opens a page, with header and footer', () => {
  const value = {
    header: 'Toko',
    footer: 'Terima kasih',
    button_text: 'Lacak',
    url: 'https://example.com/17',
  };

  expect(bodyFor({ type: 'cta_url', body: 'Lacak', interactive: value })).toEqual(
    interactive({
      type: 'cta_url',
      header: { type: 'text', text: 'Toko' },
      body: { text: 'Lacak' },
      footer: { text: 'Terima kasih' },
      action: { name: 'cta_url', parameters: { display_text: 'Lacak', url: 'https://example.com/17' } },
    }),
  );
});

test('a product has the written text alone, or none', () => {
  const product = { type: 'product', interactive: { catalog_id: '7', product_id: 'A' } };
  const action = { catalog_id: '7', product_retailer_id: 'A' };

  expect(bodyFor({ ...product, body: 'Baru' })).toEqual(
    interactive({ type: 'product', body: { text: 'Baru' }, action }),
  );
  expect(bodyFor(product)).toEqual(interactive({ type: 'product', action }));
});

test('products in sections', () => {
  const sections = [
    { title: 'Kopi', product_ids: ['A', 'B'] },
    { title: 'Teh', product_ids: ['C'] },
  ];

  expect(
    bodyFor({
      type: 'product_list',
      body: 'Pilih',
      interactive: { header: 'Menu', catalog_id: '7', sections },
    }),
  ).toEqual(
    interactive({
      type: 'product_list',
      header: { type: 'text', text: 'Menu' },
      body: { text: 'Pilih' },
      action: {
        catalog_id: '7',
        sections: [
          { title: 'Kopi', product_items: [{ product_retailer_id: 'A' }, { product_retailer_id: 'B' }] },
          { title: 'Teh', product_items: [{ product_retailer_id: 'C' }] },
        ],
      },
    }),
  );
});

test('the whole catalogue shows a product', () => {
  expect(bodyFor({ type: 'catalog', body: 'Lihat', interactive: { product_id: 'A' } })).toEqual(
    interactive({
      type: 'catalog_message',
      body: { text: 'Lihat' },
      action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'A' } },
    }),
  );
});

test.each<[string, object, object]>([
  ['its id alone', {}, {}],
  [
    'a screen and its values',
    { flow_token: 'order-17', mode: 'draft', screen: 'A', data: { nama: 'Ani', jumlah: [1] } },
    {
      flow_token: 'order-17',
      mode: 'draft',
      flow_action_payload: { screen: 'A', data: { nama: 'Ani', jumlah: [1] } },
    },
  ],
  ['a server that chooses', { action: 'data_exchange' }, { flow_action: 'data_exchange' }],
])('a form with %s', (_what, given, sent) => {
  const message = { type: 'flow', body: 'Isi', interactive: { button_text: 'Buka', flow_id: '1', ...given } };

  expect(bodyFor(message)).toEqual(
    interactive({
      type: 'flow',
      body: { text: 'Isi' },
      action: {
        name: 'flow',
        parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Buka', ...sent },
      },
    }),
  );
});
