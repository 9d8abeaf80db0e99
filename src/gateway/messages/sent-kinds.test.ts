import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound } from '../../../test/harness/conversations.ts';
import { messageRow } from '../../../test/harness/message-rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import type { EngineKind } from '../engines/kinds.ts';
import { SENT_KIND_NAMES, SENT_KINDS, type SentKind } from '../engines/sent-kinds/table.ts';
import { moveStatuses } from './queue/settle-store.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { shop, receive } = openChats(ctx, service);

let keys = 0;

/** A shop whose customer has written one message, and how it sends. */
async function sender(engine: EngineKind = 'official_cloud') {
  const chat = await shop({ engine });
  const history = async (): Promise<Json[]> =>
    (await chat.api('GET', `/v1/conversations/${chat.uuid}/messages`)).body.data;
  const [first] = await history();
  const send = (message: object, to = CHAT_PHONE, headers = {}) =>
    chat.api(
      'POST',
      '/v1/messages',
      { device_uuid: chat.device.device_uuid, to, ...message },
      { 'idempotency-key': `key-${++keys}`, ...headers },
    );
  const example = (type: SentKind) => ({
    ...{ type, ...SENT_KINDS[type].example },
    ...(type === 'reaction' && { reaction: { message_id: first?.id, emoji: '👍' } }),
  });
  return { ...chat, history, first, send, example };
}

const ON_PHONES: readonly string[] = ['location', 'contacts', 'sticker', 'reaction'];

test.each(SENT_KIND_NAMES)('%s is accepted where the engine sends it, and else refused', async (type) => {
  const [official, economy] = [await sender(), await sender('economy')];

  const [accepted, other] = [
    await official.send(official.example(type)),
    await economy.send(economy.example(type)),
  ];

  expect(accepted).toMatchObject({ status: 202, body: { status: 'queued', type, direction: 'out' } });
  expect((await official.api('GET', `/v1/messages/${accepted.body.id}`)).body).toEqual(accepted.body);
  expect([other.status, other.body.type ?? other.body.error]).toEqual(
    ON_PHONES.includes(type) ? [202, type] : [422, 'type_not_supported'],
  );
});

test('the history shows each kind as people read it', async () => {
  const { send, example, history } = await sender();

  for (const type of SENT_KIND_NAMES) expect((await send(example(type))).status).toBe(202);

  const shown = new Map((await history()).map((message) => [message.type, message]));
  expect(shown.get('location')).toMatchObject({
    ...{ kind: 'location', note: null, location: { latitude: -6.175392, name: 'Toko Kopi', address: null } },
    body: 'Toko Kopi\nhttps://maps.google.com/?q=-6.175392,106.827153',
  });
  expect(shown.get('contacts')).toMatchObject({
    ...{ kind: 'contacts', contacts: [{ name: 'Budi Santoso', phones: ['+62 812-3456-7890'] }] },
    body: 'Budi Santoso: +62 812-3456-7890',
  });
  expect(shown.get('sticker')).toMatchObject({ kind: 'sticker', media_url: 'https://example.com/halo.webp' });
  expect(shown.get('reaction')).toMatchObject({ body: '👍', quote: { excerpt: 'Halo', known: true } });
  expect(shown.get('cta_url')).toMatchObject({
    choices: [{ title: 'Lacak', url: 'https://example.com/lacak/17' }],
  });
  expect(shown.get('product')).toMatchObject({ note: 'Stok terbatas.', product: { id: 'SKU-77' } });
  expect(shown.get('product_list')).toMatchObject({
    ...{ interactive: { header: 'Katalog' }, body: 'Pilihan minggu ini' },
    choices: [{ title: 'SKU-77', description: 'Kopi' }, { title: 'SKU-78' }],
  });
  expect(shown.get('flow')).toMatchObject({ choices: [{ title: 'Pesan meja' }] });
  expect(shown.get('location_request')?.body).toBe('Kirim ke mana?');
  expect(shown.get('catalog')?.body).toBe('Lihat katalog kami.');
});

const LOCATION = { type: 'location', location: { latitude: 0, longitude: 0 } };
const CARD = { name: { formatted_name: 'Budi' } };
const contacts = (change: object) => ({ type: 'contacts', contacts: [{ ...CARD, ...change }] });
const flow = (change: object) => ({
  ...{ type: 'flow', body: 'Pesan' },
  interactive: { button_text: 'Buka', flow_id: '1', ...change },
});
const products = (...counts: number[]) => ({
  ...{ type: 'product_list', body: 'Pilih' },
  interactive: {
    ...{ header: 'Katalog', catalog_id: '1' },
    sections: counts.map((count, s) => ({
      title: `Bagian ${s}`,
      product_ids: Array.from({ length: count }, (_, n) => `SKU-${s}-${n}`),
    })),
  },
});

test.each<[string, object, string[]]>([
  ['no place', { type: 'location' }, ['location']],
  [
    'a place beyond the pole',
    { type: 'location', location: { latitude: 91, longitude: 0 } },
    ['location.latitude'],
  ],
  [
    'a place that is text',
    { type: 'location', location: { latitude: '1', longitude: 0 } },
    ['location.latitude'],
  ],
  ['no cards', { type: 'contacts', contacts: [] }, ['contacts']],
  ['a card without a name', { type: 'contacts', contacts: [{}] }, ['contacts.0.name']],
  ['a wrong label', contacts({ phones: [{ phone: '1', type: 'A;B' }] }), ['contacts.0.phones.0.type']],
  ['a wrong birthday', contacts({ birthday: '1 Mei' }), ['contacts.0.birthday']],
  ['a sticker without a file', { type: 'sticker' }, ['media_url']],
  ['a word for an emoji', { type: 'reaction', reaction: { message_id: 1, emoji: 'ya' } }, ['reaction.emoji']],
  ['two emoji', { type: 'reaction', reaction: { message_id: 1, emoji: '👍👍' } }, ['reaction.emoji']],
  [
    'an unknown message',
    { type: 'reaction', reaction: { message_id: 9e6, emoji: '👍' } },
    ['reaction.message_id'],
  ],
  ['a request without a text', { type: 'location_request' }, ['body']],
  [
    'a button without a page',
    { type: 'cta_url', body: 'a', interactive: { button_text: 'a' } },
    ['interactive.url'],
  ],
  ['no products', products(0), ['interactive.sections.0.product_ids']],
  ['31 products', products(20, 11), ['interactive.sections']],
  ['a form without an id', flow({ flow_id: '' }), ['interactive.flow_id']],
  [
    'a screen that the server chooses',
    flow({ action: 'data_exchange', screen: 'A' }),
    ['interactive.screen'],
  ],
  ['no values of a form', flow({ data: {} }), ['interactive.data']],
  ['NUL in values of a form', flow({ data: { a: ['b\0'] } }), ['interactive.data']],
  ['a text that would be lost', { ...LOCATION, body: 'Di sini' }, ['body']],
  ['a file that would be lost', { ...LOCATION, media_url: 'https://example.com/a' }, ['media_url']],
  ['a place in a text', { ...LOCATION, type: 'text', body: 'Di sini' }, ['location']],
  ['a template in a text', { body: 'Halo', template: { name: 'a', language: 'id' } }, ['template']],
])('is a field error: %s', async (_name, message, fields) => {
  const { send } = await sender();

  const { status, body } = await send(message);

  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, fields]);
});

test('a reaction is about a message in the chat with this number, which is on the phone', async () => {
  const { device, send, first, history } = await sender();
  await receive(inbound(device, '6281200000011'));
  const queued = await send({ body: 'Ada.' });
  const about = (message_id: number, to?: string) =>
    send({ type: 'reaction', reaction: { message_id, emoji: '👍' } }, to);

  const refused = [await about(first?.id, '6281200000011'), await about(queued.body.id)];

  expect(refused.map(({ body }) => body.errors)).toEqual([
    { 'reaction.message_id': ['is the id of a message in the chat with another number'] },
    { 'reaction.message_id': ['is the id of a message that is not sent yet'] },
  ]);
  expect((await history()).map(({ type }) => type)).toEqual(['text', 'text']);
});

test('a sent reaction is on its message, the next one replaces it, and a failed one goes', async () => {
  const { account, device, send, first, history } = await sender();
  const react = async (emoji: string | null, status: 'sent' | 'failed' = 'sent') => {
    const { body } = await send({ type: 'reaction', reaction: { message_id: first?.id, emoji } });
    await ctx.pool.query('update messages set reserved_wa_id = $2 where account_id = $1 and public_id = $3', [
      ...[account.id, `R${body.id}`, body.id],
    ]);
    await settle(body.id, status);
    return body.id;
  };
  const settle = async (id: number, status: 'sent' | 'failed') => {
    const nothing = { error_code: null, error_message: null, refund: false };
    await moveStatuses(
      ctx.db,
      [{ device_id: device.id, wa_message_id: `R${id}`, provider_id: `P${id}`, status, ...nothing }],
      ctx.now(),
    );
  };
  const reactions = async () =>
    (await history())
      .find(({ id }) => id === first?.id)
      .reactions?.map(({ author, emoji }: Json) => [author, emoji]);

  await react('👍');
  expect(await reactions()).toEqual([['us', '👍']]);
  const last = await react('❤️');
  expect(await reactions()).toEqual([['us', '❤️']]);
  await settle(last, 'failed');
  expect(await reactions()).toBeUndefined();
  await react('👍', 'failed');
  expect(await reactions()).toBeUndefined();
  await react('🙏');
  await react(null);
  expect(await reactions()).toBeUndefined();
});

test('a known key answers its message, also when the reaction would be refused now', async () => {
  const { send, example, first, account } = await sender();
  const key = { 'idempotency-key': 'suka' };
  const sent = await send(example('reaction'), CHAT_PHONE, key);
  await ctx.pool.query('delete from messages where account_id = $1 and public_id = $2', [
    account.id,
    first?.id,
  ]);

  const again = await send(example('reaction'), CHAT_PHONE, key);
  const other = await send(example('reaction'));

  expect([again.status, again.body.id, again.headers['idempotency-replayed']]).toEqual([
    202,
    sent.body.id,
    'true',
  ]);
  expect(Object.keys(other.body.errors)).toEqual(['reaction.message_id']);
});

test('a reply is of each kind, too, and its reaction is about the message that it names', async () => {
  const { api, uuid, example, first, account } = await sender();
  const replies = `/v1/conversations/${uuid}/messages`;

  const answers = await Promise.all(
    SENT_KIND_NAMES.map((type, n) => api('POST', replies, example(type), { 'idempotency-key': `k-${n}` })),
  );

  expect(answers.map(({ body }) => body.type)).toEqual(SENT_KIND_NAMES);
  const { id } = answers[SENT_KIND_NAMES.indexOf('reaction')]?.body ?? {};
  expect((await messageRow(ctx, account, id)).details).toMatchObject({
    quote: { author: 'them', excerpt: 'Halo' },
  });
  expect(first?.direction).toBe('in');
});

test.each(['economy', 'official_cloud'] as const)(
  'a message on %s quotes any message of its chat',
  async (engine) => {
    const { account, device, send, first, history } = await sender(engine);
    await receive(inbound(device, '6281200000011'));
    const quote = { author: 'them', type: 'text', excerpt: 'Halo' };

    const text = await send({ body: 'Ada.', quote: first?.id });
    const place = await send({ ...LOCATION, quote: first?.id });
    const refused = [
      await send({ body: 'Ada.', quote: text.body.id }),
      await send({ body: 'Ada.', quote: 9e6 }),
      await send({ body: 'Ada.', quote: first?.id }, '6281200000011'),
      await send({ type: 'reaction', reaction: { message_id: first?.id, emoji: '👍' }, quote: first?.id }),
    ];

    expect((await messageRow(ctx, account, text.body.id)).details).toMatchObject({ quote });
    expect((await history())[0]).toMatchObject({ id: place.body.id, quote: { ...quote, known: true } });
    expect(refused.map(({ body }) => body.errors)).toEqual([
      { quote: ['is the id of a message that is not sent yet'] },
      { quote: ['is not the id of a message of this device'] },
      { quote: ['is the id of a message in the chat with another number'] },
      { quote: ['is not used by this type'] },
    ]);
  },
);

test('voice notes and files to open once are options of the types that have them', async () => {
  const file = { media_url: 'https://example.com/a' };
  const [official, economy] = [await sender(), await sender('economy')];
  const audio = { ...file, type: 'audio', voice: true };

  const notes = [
    await official.send({ ...file, type: 'audio', ptt: true }),
    await economy.send({ ...audio, view_once: true }),
  ];
  const once = { ...file, type: 'image', view_once: true };
  const refused = [
    await official.send(once),
    await economy.send({ ...file, type: 'image', voice: true }),
    await economy.send({ ...file, type: 'image', ptt: true }),
    await economy.send({ ...file, type: 'document', view_once: true }),
    await economy.send({ body: 'Halo', voice: true }),
  ];

  expect(notes.map(({ status }) => status)).toEqual([202, 202]);
  expect((await messageRow(ctx, economy.account, notes[1]?.body.id)).details).toEqual({
    voice: true,
    view_once: true,
  });
  expect((await messageRow(ctx, official.account, notes[0]?.body.id)).details).toEqual({ voice: true });
  expect((await economy.send(once)).status).toBe(202);
  expect(refused.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)])).toEqual([
    [422, 'type_not_supported'],
    [422, ['voice']],
    [422, ['ptt']],
    [422, ['view_once']],
    [422, ['voice']],
  ]);
});
