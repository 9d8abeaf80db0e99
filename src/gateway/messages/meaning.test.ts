import { expect, test } from 'vitest';
import { meaningOf } from './meaning.ts';

const PHONE = '6281200000001';
const meaning = (details: unknown) => meaningOf({ phone: PHONE, details });

test.each<[string, unknown, object]>([
  [
    'a location of either engine',
    { kind: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Toko', url: 'https://x' } },
    {
      kind: 'location',
      location: { latitude: -6.2, longitude: 106.8, name: 'Toko', address: null, live: false },
    },
  ],
  [
    'contact cards',
    {
      kind: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Budi', first_name: 'B' },
          phones: [{ phone: '+62 1' }, { wa_id: '622' }, {}],
        },
        null,
        { org: { company: 'x' }, emails: [{ email: 'a@b.id' }, 7] },
      ],
    },
    {
      kind: 'contacts',
      contacts: [
        { name: 'Budi', phones: ['+62 1', '622'] },
        { name: null, phones: [], emails: ['a@b.id'], company: 'x' },
      ],
    },
  ],
  ['a sticker', { kind: 'sticker', sticker: { animated: true } }, { kind: 'sticker' }],
  [
    'a poll',
    { kind: 'poll', poll: { name: 'Kapan?', options: ['Pagi'] } },
    { kind: 'poll', poll: { question: 'Kapan?', options: ['Pagi'] } },
  ],
  [
    'a quote of the economy engine',
    { quote: { id: 'Q', author: 'us', type: 'text', excerpt: 'halo' } },
    { quote: { wa_message_id: 'Q', author: 'us', type: 'text', excerpt: 'halo', known: false } },
  ],
  [
    'a quote of the official engine',
    { context: { id: 'Q', from: '628110000001' } },
    { quote: { wa_message_id: 'Q', author: 'us', type: null, excerpt: null, known: false } },
  ],
  [
    'a quote of an own message of the customer',
    { context: { id: 'Q', from: `+${PHONE}` } },
    { quote: { wa_message_id: 'Q', author: 'them', type: null, excerpt: null, known: false } },
  ],
  ['a forwarded message', { context: { frequently_forwarded: true } }, { forwarded: true }],
  [
    'an edit of an id that no database stores',
    { edit: { original_message_id: 'A\0' } },
    { edit_of: 'A\uFFFD' },
  ],
  ['an edit', { edit: { original_message_id: 'A', message: {} } }, { edit_of: 'A' }],
])('reads %s', (_what, details, expected) => {
  expect(meaning(details)).toEqual(expected);
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'x'],
  ['coordinates as text', { kind: 'location', location: { latitude: 'NaN', longitude: 1 } }],
  ['coordinates beyond the poles', { kind: 'location', location: { latitude: 1e9, longitude: 1 } }],
  ['cards that are no list', { kind: 'contacts', contacts: {} }],
  ['a quote without an author', { quote: { id: 'Q' } }],
  ['a type of the provider', { kind: 'hologram', context: { id: 7 }, profile: { name: 'x' } }],
])('%s has no meaning', (_what, details) => {
  expect(meaning(details)).toEqual({});
});

test('long lists and texts are cut', () => {
  const phones = Array(500).fill({ phone: '1'.repeat(500) });
  const contacts = Array(500).fill({ name: { formatted_name: 'n'.repeat(5_000) }, phones });

  expect(JSON.stringify(meaning({ kind: 'contacts', contacts })).length).toBeLessThan(100_000);
});
