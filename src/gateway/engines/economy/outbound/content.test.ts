import { proto } from 'baileys';
import { expect, test } from 'vitest';
import type { OutboundMessage, Quote } from '../../engine.ts';
import { readCard } from '../inbound/contact-card.ts';
import { encodeContent } from './content.ts';

const NOW = new Date(5_000);
const OWN = '6289@s.whatsapp.net';
const message = (fields: Partial<OutboundMessage>): OutboundMessage => ({
  waMessageId: 'A',
  to: '6281',
  type: 'text',
  body: 'biru',
  mediaUrl: null,
  interactive: null,
  template: null,
  prepared: null,
  ...fields,
});
const quote = (fields: Partial<Quote> = {}): Quote => ({
  id: 'Q1',
  author: 'them',
  type: 'text',
  excerpt: 'merah atau biru?',
  ...fields,
});

test.each<[string, Quote, proto.IContextInfo]>([
  [
    'a text of the customer',
    quote(),
    {
      stanzaId: 'Q1',
      participant: '6281@s.whatsapp.net',
      quotedMessage: { conversation: 'merah atau biru?' },
    },
  ],
  [
    'an own file',
    quote({ author: 'us', type: 'image' }),
    { stanzaId: 'Q1', participant: OWN, quotedMessage: { imageMessage: { caption: 'merah atau biru?' } } },
  ],
  [
    'a file without a caption',
    quote({ type: 'document', excerpt: null }),
    { stanzaId: 'Q1', participant: '6281@s.whatsapp.net', quotedMessage: { documentMessage: {} } },
  ],
])('a text quotes %s', (_what, given, contextInfo) => {
  const content = encodeContent(message({ quote: given }), OWN, NOW);

  expect(content).toEqual({ extendedTextMessage: { text: 'biru', contextInfo } });
});

test('a file quotes without another upload', () => {
  const prepared = proto.Message.encode({ imageMessage: { caption: 'ini', url: 'https://x' } }).finish();

  const content = encodeContent(message({ type: 'image', prepared, quote: quote() }), OWN, NOW);

  expect(content?.imageMessage).toMatchObject({
    caption: 'ini',
    url: 'https://x',
    contextInfo: { stanzaId: 'Q1' },
  });
});

test('a file opens once, and keeps its quote', () => {
  const prepared = proto.Message.encode({ audioMessage: { url: 'https://x', ptt: false } }).finish();
  const fields = { type: 'audio', prepared, voice: true, viewOnce: true, quote: quote() } as const;

  const content = encodeContent(message(fields), OWN, NOW);

  expect(content?.viewOnceMessage?.message?.audioMessage).toMatchObject({
    ...{ url: 'https://x', ptt: true, viewOnce: true },
    contextInfo: { stanzaId: 'Q1' },
  });
});

test('a message without a quote has no context', () => {
  expect(encodeContent(message({}), OWN, NOW)).toEqual({ extendedTextMessage: { text: 'biru' } });
});

test('a place goes out with its name and address, and quotes as a text does', () => {
  const location = { latitude: -6.1, longitude: 106.8, name: 'Toko', address: 'Jl. Melati 5' };

  const content = encodeContent(message({ type: 'location', location, quote: quote() }), OWN, NOW);

  expect(content).toMatchObject({
    locationMessage: {
      ...{ degreesLatitude: -6.1, degreesLongitude: 106.8, name: 'Toko', address: 'Jl. Melati 5' },
      contextInfo: { stanzaId: 'Q1' },
    },
  });
});

test.each(['us', 'them'] as const)(
  'a reaction names a message by %s, and an empty one removes it',
  (author) => {
    const target = quote({ author });

    const [liked, removed] = ['👍', null].map((body) =>
      encodeContent(message({ type: 'reaction', body, quote: target }), OWN, NOW),
    );

    const key = { remoteJid: '6281@s.whatsapp.net', fromMe: author === 'us', id: 'Q1' };
    expect(liked).toEqual({ reactionMessage: { key, text: '👍', senderTimestampMs: 5_000 } });
    expect(removed?.reactionMessage?.text).toBe('');
  },
);

test('cards keep every sign of their values, as other phones read them', () => {
  const strange = 'Budi; "Adi", \\ S.T.\nBos';
  const cards = [
    {
      name: { formatted_name: strange, first_name: 'Budi;', last_name: 'S,T' },
      phones: [{ phone: '+62 812', wa_id: '62812', type: 'CELL' }],
      emails: [{ email: 'budi@example.com' }],
      org: { company: 'Toko; Kopi', department: 'Pusat' },
    },
    { name: { formatted_name: 'Ani' }, phones: [] },
  ];

  const both = encodeContent(message({ type: 'contacts', contacts: cards }), OWN, NOW);
  const one = encodeContent(message({ type: 'contacts', contacts: cards.slice(0, 1) }), OWN, NOW);

  const [first, second] = both?.contactsArrayMessage?.contacts ?? [];
  expect(readCard({ vcard: first?.vcard ?? '' })).toEqual({
    name: { formatted_name: strange },
    phones: [{ phone: '+62 812', wa_id: '62812' }],
    emails: [{ email: 'budi@example.com' }],
    org: { company: 'Toko; Kopi, Pusat' },
  });
  expect(second?.vcard).toBe('BEGIN:VCARD\nVERSION:3.0\nFN:Ani\nN:;Ani;;;\nEND:VCARD');
  expect(one?.contactMessage?.vcard).toBe(first?.vcard);
});
