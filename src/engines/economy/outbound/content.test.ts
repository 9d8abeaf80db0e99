import { proto } from 'baileys';
import { expect, test } from 'vitest';
import type { OutboundMessage, Quote } from '../../engine.ts';
import { encodeContent } from './content.ts';

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
  const content = encodeContent(message({ quote: given }), OWN, new Date(0));

  expect(content).toEqual({ extendedTextMessage: { text: 'biru', contextInfo } });
});

test('a file quotes without another upload', () => {
  const prepared = proto.Message.encode({ imageMessage: { caption: 'ini', url: 'https://x' } }).finish();

  const content = encodeContent(message({ type: 'image', prepared, quote: quote() }), OWN, new Date(0));

  expect(content?.imageMessage).toMatchObject({
    caption: 'ini',
    url: 'https://x',
    contextInfo: { stanzaId: 'Q1' },
  });
});

test('a message without a quote has no context', () => {
  expect(encodeContent(message({}), OWN, new Date(0))).toEqual({ extendedTextMessage: { text: 'biru' } });
});
