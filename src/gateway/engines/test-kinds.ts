import { expect, test } from 'vitest';
import type { MemoryHost } from '../../../test/harness/memory-host.ts';
import { until } from '../../../test/harness/until.ts';
import { referralOf } from '../messages/referral.ts';
import type { Quote } from './engine.ts';
import {
  type EngineBench,
  online,
  outbound,
  type RawContent,
  ready,
  type Start,
  sent,
} from './test-bench.ts';

const FORM = JSON.stringify({ flow_token: 'SECRET', nama: 'Sari', alamat: 'Jl. Melati 5' });

/** The promises about messages of phones beside text and files. */
export function testKinds(start: Start): void {
  testContents(start);
  testMeanings(start);
  testCalls(start);
  testChanges(start);
}

interface Case extends RawContent {
  body: string;
  details: object;
}

/** What people send, in the form of each provider, and how it reads. */
const CONTENTS: Record<string, Case> = {
  'an order': {
    phone: {
      orderMessage: { orderId: '5551', itemCount: 2, totalAmount1000: 90_000_000, totalCurrencyCode: 'IDR' },
    },
    cloud: {
      type: 'order',
      order: {
        catalog_id: '1948',
        product_items: [
          { product_retailer_id: 'SKU-KOPI-250', quantity: 2, item_price: 45000, currency: 'IDR' },
        ],
      },
    },
    body: 'total 90,000 IDR',
    details: { kind: 'order', note: null, order: { item_count: 2, total: 90_000, currency: 'IDR' } },
  },
  'a question about a product': {
    phone: {
      extendedTextMessage: {
        text: 'Masih ada?',
        contextInfo: {
          stanzaId: 'P',
          quotedMessage: { productMessage: { product: { retailerId: 'SKU-77' } } },
        },
      },
    },
    cloud: {
      type: 'text',
      text: { body: 'Masih ada?' },
      context: { referred_product: { catalog_id: '1', product_retailer_id: 'SKU-77' } },
    },
    body: 'Masih ada?\nProduct: SKU-77',
    details: { note: 'Masih ada?', product: { id: 'SKU-77' } },
  },
  'the answers of a form': {
    phone: {
      interactiveResponseMessage: {
        body: { text: 'Sent' },
        nativeFlowResponseMessage: { name: 'flow', paramsJson: FORM },
      },
    },
    cloud: {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: FORM } },
    },
    body: 'Nama: Sari\nAlamat: Jl. Melati 5',
    details: {
      kind: 'answers',
      answers: [{ name: 'nama', label: 'Nama', value: 'Sari' }, { name: 'alamat' }],
    },
  },
  'a contact card without a display name': {
    phone: { contactMessage: { vcard: 'BEGIN:VCARD\nN:;Ani;;;\nTEL;waid=6281298765432:0812-9876-5432' } },
    cloud: {
      type: 'contacts',
      contacts: [
        { name: { first_name: 'Ani' }, phones: [{ phone: '0812-9876-5432', wa_id: '6281298765432' }] },
      ],
    },
    body: 'Ani: 0812-9876-5432',
    details: {
      kind: 'contacts',
      contacts: [
        { name: { formatted_name: 'Ani' }, phones: [{ phone: '0812-9876-5432', wa_id: '6281298765432' }] },
      ],
    },
  },
};

function testContents(start: Start): void {
  test('what people send reads the same in every engine', async () => {
    const bench = await ready(start);
    const { host } = await online(bench);

    for (const [name, { phone, cloud, body, details }] of Object.entries(CONTENTS)) {
      const waMessageId = await bench.sayRaw({ phone, cloud });

      const message = await messageWith(bench, host, waMessageId);
      expect(message.body, name).toContain(body);
      expect(message, name).toMatchObject({ type: 'text', details });
      expect(JSON.stringify(message), name).not.toContain('SECRET');
    }
  });
}

function testMeanings(start: Start): void {
  test.each<[string, string[], object]>([
    [
      'location',
      ['-6.175', '106.827', 'Monas'],
      { kind: 'location', location: { latitude: -6.175, longitude: 106.827, name: 'Monas' } },
    ],
    [
      'contact',
      ['Budi', '+62 812-9876-5432'],
      {
        kind: 'contacts',
        contacts: [{ name: { formatted_name: 'Budi' }, phones: [{ phone: '+62 812-9876-5432' }] }],
      },
    ],
    ['sticker', [], { kind: 'sticker', sticker: { animated: false } }],
  ])('a %s keeps its meaning beside the readable text', async (kind, args, details) => {
    const bench = await ready(start);
    const { host } = await online(bench);

    const waMessageId = await bench.say(kind, ...args);

    const message = await messageWith(bench, host, waMessageId);
    expect(message).toMatchObject({ from: bench.customer, details, senderName: expect.any(String) });
    expect(['text', 'image']).toContain(message.type);
  });

  test('a click on an advertisement reads the same in both engines', async () => {
    const bench = await ready(start);
    const { host } = await online(bench);

    const waMessageId = await bench.say('ad', '120210987654321', 'Halo, masih ada?');

    const { body, details } = await messageWith(bench, host, waMessageId);
    expect(body).toBe('Halo, masih ada?');
    expect(referralOf(details)).toEqual({
      source_type: 'ad',
      ad_id: '120210987654321',
      source_url: 'https://fb.me/120210987654321',
      headline: 'Promo',
      body: 'Chat dengan kami',
      ctwa_clid: 'click-on-120210987654321',
    });
  });

  test('a quote names the message that it answers', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const quoted = await sent(bench, session, host, outbound(bench, 'merah atau biru?'));

    const waMessageId = await bench.say('reply', quoted, 'biru');

    const { body, details } = await messageWith(bench, host, waMessageId);
    expect(body).toBe('biru');
    // One engine knows the quoted text, the other only the id.
    expect(details).toMatchObject(
      details && 'quote' in details
        ? { quote: { id: quoted, author: 'us', type: 'text', excerpt: 'merah atau biru?' } }
        : { context: { id: quoted, from: bench.number } },
    );
  });
}

function testCalls(start: Start): void {
  test('a missed call is a message of the customer', async () => {
    const bench = await ready(start);
    const { host } = await online(bench);

    const id = await bench.call();

    const call = { action: 'missed', video: false, title: null, starts_at: null, seconds: null };
    expect(await messageWith(bench, host, id)).toMatchObject({
      ...{ from: bench.customer, type: 'text', body: 'Missed voice call' },
      details: { kind: 'call', note: null, call },
    });
  });
}

function testChanges(start: Start): void {
  test('a reaction, its end, an edit and a deletion change the earlier message', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const ours = await sent(bench, session, host, outbound(bench, 'Halo'));
    const theirs = await bench.write('satu');

    const ids = [
      await bench.say('react', ours, '👍'),
      await bench.say('react', ours),
      await bench.say('edit', theirs, 'dua'),
      await bench.say('delete', theirs),
    ];

    const changes = await until(() => {
      const found = bench.heard(host).changes;
      return found.length >= ids.length && found;
    });
    const common = { phone: bench.customer, fromMe: false, at: expect.any(Date) };
    expect(changes).toEqual([
      { ...common, kind: 'reaction', waMessageId: ids[0], target: ours, body: '👍' },
      { ...common, kind: 'reaction', waMessageId: ids[1], target: ours, body: null },
      { ...common, kind: 'edit', waMessageId: ids[2], target: theirs, body: 'dua' },
      { ...common, kind: 'deletion', waMessageId: ids[3], target: theirs, body: null },
    ]);
    expect(bench.heard(host).messages.map(({ body }) => body)).toEqual(['satu', 'dua']);
  });
}

export function testQuotes(start: Start): void {
  test.each(['us', 'them'] as const)('a message can quote a message by %s', async (author) => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const quoted =
      author === 'us'
        ? await sent(bench, session, host, outbound(bench, 'merah atau biru?'))
        : await bench.write('merah atau biru?');
    const quote: Quote = { id: quoted, author, type: 'text', excerpt: 'merah atau biru?' };
    const message = { ...outbound(bench, 'biru'), quote };

    const wa_message_id = await sent(bench, session, host, message);

    const inbox = await bench.inbox();
    expect(inbox.find((each) => each.wa_message_id === wa_message_id)).toMatchObject({
      text: 'biru',
      quoted,
    });
  });
}

function messageWith(bench: EngineBench, host: MemoryHost, waMessageId: string) {
  return until(() => bench.heard(host).messages.find((message) => message.waMessageId === waMessageId));
}
