import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertMedia } from '../../../test/harness/media-rows.ts';
import { insertDevice, insertMessages } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import type { MessageChange, ReceivedMessage } from '../../gateway/engines/engine.ts';
import { createInbound } from '../../gateway/messages/inbound/inbound.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const { storeChanges } = createInbound(ctx, []);
const ANI = '6281200000010';
const AT = new Date('2025-01-01T00:00:00Z');
let ids = 0;

type More = Pick<Partial<ReceivedMessage>, 'from' | 'details'> & { body?: string };

/** A message of a customer with this id. */
function written(device: Parameters<typeof inbound>[0], waMessageId: string, more: More) {
  const received = inbound(device, more.from ?? ANI);
  return { ...received, message: { ...received.message, waMessageId, ...more } };
}

async function shop() {
  const { api, account } = await service.customer();
  const { id, device_uuid } = await insertDevice(ctx, account);
  const device = { id, device_uuid, account_id: account.id, epoch: 1 };
  await receive(written(device, 'FIRST', {}));
  return {
    device,
    change: (target: string, change: Partial<MessageChange>) => {
      const base = { waMessageId: `C${++ids}`, phone: ANI, fromMe: false, target, body: null, at: AT };
      return ctx.db.transaction((tx) =>
        storeChanges(tx, [{ device, change: { ...base, kind: 'reaction', ...change } }]),
      );
    },
    list: async (): Promise<Json[]> => (await api('GET', '/v1/conversations')).body.data,
    /** Newest first. */
    messages: async (): Promise<Json[]> => {
      const { body: list } = await api('GET', '/v1/conversations');
      const { id: chat } = list.data.find(({ person }: Json) => person.phone === ANI);
      return (await api('GET', `/v1/conversations/${chat}/messages`)).body.data;
    },
  };
}

test('the history shows the meaning of a message, its reactions, its edits and its deletion', async () => {
  const { device, change, messages } = await shop();
  const location = { latitude: -6.175, longitude: 106.827, name: 'Monas' };
  const details = { kind: 'location', location };
  await receive(written(device, 'PLACE', { body: 'Monas', details }));
  await receive(written(device, 'TYPO', { body: 'satu' }));
  await receive(written(device, 'SECRET', { body: 'PIN 1234' }));
  await change('PLACE', { body: '👍', fromMe: true });
  await change('TYPO', { kind: 'edit', body: 'dua' });
  await change('SECRET', { kind: 'deletion' });

  const [secret, typo, place] = await messages();

  const at = AT.toISOString();
  expect(place).toMatchObject({
    kind: 'location',
    location: { ...location, address: null, live: false },
    reactions: [{ author: 'us', emoji: '👍', at }],
  });
  expect(typo).toMatchObject({ body: 'satu', edits: [{ body: 'dua', at }] });
  expect(secret).toMatchObject({ body: null, deleted_at: at });
  expect(secret).not.toHaveProperty('reactions');
});

test('an order and the answers of a form have one form in the history, and the last message is short', async () => {
  const { device, list, messages } = await shop();
  const item = { product_id: 'K1', name: null, quantity: 2, price: 45_000, currency: 'IDR' };
  const sum = { id: null, title: null, item_count: 18, total: 810_000, currency: 'IDR' };
  const order = { ...sum, items: Array(9).fill(item) };
  const answers = [{ name: 'nama', label: 'Nama', value: 'Sari' }];
  const note = 'Kirim besok';
  await receive(written(device, 'FORM', { details: { kind: 'answers', note: null, answers } }));
  await receive(written(device, 'ORDER', { details: { kind: 'order', note, order } }));
  await receive(written(device, 'OLD', { details: { kind: 'order', order: { product_items: [] } } }));
  await receive(written(device, 'LAST', { details: { kind: 'order', note, order } }));

  const [last, old, ordered, form] = await messages();
  const [chat] = await list();

  expect([last, ordered]).toMatchObject([
    { kind: 'order', note, order },
    { kind: 'order', note, order },
  ]);
  expect(form).toMatchObject({ kind: 'answers', note: null, answers });
  expect(old).not.toHaveProperty('kind');
  expect(chat?.last_message.order).toEqual({ ...sum, items: [item, item, item] });
});

test('a deletion that overtakes its message hides the text', async () => {
  const { device, change, messages } = await shop();
  await change('SECRET', { kind: 'deletion' });
  const details = { quote: { id: 'Q', author: 'us', type: 'text', excerpt: 'PIN?' } };
  await receive(written(device, 'SECRET', { body: 'PIN 1234', details }));

  const [secret] = await messages();

  expect(secret).toMatchObject({ body: null, deleted_at: AT.toISOString() });
  expect(secret).not.toHaveProperty('quote');
});

test('a quote shows the present text of its message, and nothing of a deleted one', async () => {
  const { device, change, messages } = await shop();
  await receive(written(device, 'SECRET', { body: 'PIN 1234' }));
  await receive(written(device, 'TYPO', { body: 'satu' }));
  const ours = { status: 'sent', phone: ANI, body: 'PIN 5678', reserved_wa_id: 'OURS' } as const;
  await insertMessages(ctx, device, [ours]);
  const quotes = ['SECRET', 'TYPO', 'OURS', 'NEVER'] as const;
  for (const id of quotes) {
    const quote = { id, author: 'us', type: 'image', excerpt: 'claimed' };
    await receive(written(device, `Q ${id}`, { details: { quote } }));
  }
  await change('SECRET', { kind: 'deletion' });
  await change('NEVER', { kind: 'deletion' });
  await change('OURS', { kind: 'deletion', fromMe: true });
  await change('OURS', { kind: 'edit', body: 'forged' });
  await change('TYPO', { kind: 'edit', body: 'dua' });

  const shown = (await messages()).slice(0, quotes.length).map(({ quote }) => quote);

  const deleted = { type: 'text', excerpt: null, known: true, deleted: true };
  expect(shown.reverse()).toEqual([
    { wa_message_id: 'SECRET', author: 'them', ...deleted },
    { wa_message_id: 'TYPO', author: 'them', type: 'text', excerpt: 'dua', known: true, edited: true },
    { wa_message_id: 'OURS', author: 'us', ...deleted },
    { ...deleted, wa_message_id: 'NEVER', author: 'them', type: null, known: false },
  ]);
});

test.each<[string, 'us' | 'them']>([
  ['reserved_wa_id', 'us'],
  ['wa_message_id', 'us'],
  ['inbound', 'them'],
])('a quote that names only an id shows the quoted text (%s)', async (column, author) => {
  const { device, messages } = await shop();
  if (column === 'inbound') await receive(written(device, 'Q', { body: 'merah?' }));
  else {
    const ours = { status: 'sent', phone: ANI, body: 'merah?', [column]: 'Q' } as const;
    await insertMessages(ctx, device, [
      column === 'wa_message_id' ? { ...ours, reserved_wa_id: 'R', wa_message_id: 'Q' } : ours,
    ]);
  }
  const context = { id: 'Q', ...(author === 'us' && { from: '628110000001' }) };
  await receive(written(device, 'A', { body: 'ya', details: { context } }));

  const [answer] = await messages();

  const quote = { wa_message_id: 'Q', author, type: 'text', excerpt: 'merah?', known: true };
  expect(answer.quote).toEqual(quote);
});

test('a quote shows no message of another chat', async () => {
  const { device, messages } = await shop();
  await receive(written(device, 'Q', { from: '6281200000099', body: 'rahasia' }));
  const details = { context: { id: 'Q' } };
  await receive(written(device, 'A', { body: 'ya', details }));

  const [answer] = await messages();

  const unknown = { author: 'them', type: null, excerpt: null, known: false };
  expect(answer.quote).toEqual({ wa_message_id: 'Q', ...unknown });
});

test('a list shows the last message of each conversation as its history does', async () => {
  const { device, change, messages, list } = await shop();
  await receive(written(device, 'Q', { body: 'merah?' }));
  await receive(written(device, 'LAST', { body: 'ya', details: { context: { id: 'Q' }, kind: 'sticker' } }));
  await receive(written(device, 'OTHER', { from: '6281200000099', details: { context: { id: 'Q' } } }));
  await change('LAST', { kind: 'edit', body: 'tidak' });
  await change('LAST', { body: '👍', fromMe: true });

  const [other, chat] = await list();

  const [last] = await messages();
  expect(chat.last_message).toEqual(last);
  expect(last).toMatchObject({
    ...{ kind: 'sticker', edits: [{ body: 'tidak' }], reactions: [{ emoji: '👍' }] },
    quote: { wa_message_id: 'Q', type: 'text', excerpt: 'merah?' },
  });
  expect(other.last_message.quote).toMatchObject({ type: null, excerpt: null });
});

test('a list shortens its last messages', async () => {
  const { device, change, list } = await shop();
  const name = { formatted_name: 'x'.repeat(200) };
  const contacts = Array.from({ length: 9 }, () => ({ name, phones: [{ phone: '1' }, { phone: '2' }] }));
  await receive(written(device, 'CARDS', { body: 'y'.repeat(900), details: { kind: 'contacts', contacts } }));
  for (const second of [1, 2])
    await change('CARDS', { kind: 'edit', body: `${second}`.repeat(900), at: new Date(second * 1_000) });

  const [{ last_message }] = await list();

  const card = { name: 'x'.repeat(100), phones: ['1'] };
  expect(last_message).toMatchObject({
    ...{ body: 'y'.repeat(500), contacts: [card, card, card] },
    edits: [{ body: '2'.repeat(300) }],
  });
});

test('the history and the list show the file of a message, and where it is', async () => {
  const { device, messages, list } = await shop();
  const { id, publicId } = await insertMedia(ctx, device, { file_name: 'Faktur.pdf', kind: 'document' });
  await ctx.pool.query('update messages set phone = $2 where id = $1', [id, ANI]);

  const [file, text] = await messages();

  expect(file.media).toEqual({
    ...{ state: 'waiting', reason: null, kind: 'document', mime_type: null, file_name: 'Faktur.pdf' },
    ...{ size: null, has_thumbnail: false, url: `/v1/messages/${publicId}/media` },
  });
  expect(text).not.toHaveProperty('media');
  expect((await list())[0].last_message).toEqual(file);
});
