import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { eraser, inbound, receiver } from '../../../test/harness/conversations.ts';
import { startLanguageModel } from '../../../test/harness/language-model.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Answer } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import type { Chat } from '../chat.ts';
import { openShop } from '../test-scene.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const erase = eraser(ctx);
/** The knowledge suggests where nothing answers customers. */
const shop = await openShop(ctx, service, { enabled: false });

type Shop = Pick<typeof shop, 'api' | 'device'>;

const suggest = ({ conversation_uuid: id }: Chat, { api }: Pick<Shop, 'api'> = shop) =>
  api('POST', `/v1/conversations/${id}/suggest`);

/** Texts of the customer, in turns of one second. Returns the id of the last one. */
async function say({ phone }: Chat, texts: readonly string[], { device }: Pick<Shop, 'device'> = shop) {
  let last = '';
  for (const body of texts) {
    ctx.clock.advance(1_000);
    const message = inbound(device, phone, { body, at: ctx.now() });
    await receive(message);
    last = message.message.waMessageId;
  }
  return last;
}

/** A chat that staff has answered, so that what `openShop` made it begin with is settled. */
async function answeredChat(given: typeof shop = shop): Promise<Chat> {
  const chat = await given.chat();
  ctx.clock.advance(1_000);
  const path = `/v1/conversations/${chat.conversation_uuid}/messages`;
  const { status } = await given.api('POST', path, { body: 'Ada, Kak.' }, { 'idempotency-key': chat.phone });
  expect(status).toBe(202);
  return chat;
}

const textsIn = ({ body }: Answer) => body.suggestions.map(({ text }: { text: string }) => text);

test('all that waits for an answer gets one from the knowledge, with its source, and nothing is sent', async () => {
  const chat = await answeredChat();
  await shop.api('POST', '/v1/contacts', { phone: chat.phone, name: 'Budi Santoso' });
  await say(chat, ['halo kak', 'brp ongkir ke bandung ya?']);
  const count = async () => (await ctx.pool.query('select count(*)::int as n from messages')).rows[0].n;
  const before = await count();

  const { status, body } = await suggest(chat);

  expect(status).toBe(200);
  expect(body).toEqual({
    question: 'halo kak\nbrp ongkir ke bandung ya?',
    reason: 'faq',
    language_model: null,
    suggestions: [
      {
        text: 'Ongkir ke Bandung Rp15.000, Budi.',
        sources: [{ kind: 'faq', id: expect.any(String), title: 'Berapa ongkir ke Bandung?', url: null }],
      },
    ],
  });
  expect(await count()).toBe(before);
});

test('edited words count as they are now; deleted ones, stickers and what staff answered do not', async () => {
  const chat = await answeredChat();
  const path = `/v1/conversations/${chat.conversation_uuid}/messages`;
  await say(chat, ['jam buka toko?']);
  ctx.clock.advance(1_000);
  await shop.api('POST', path, { body: 'Jam 8.' }, { 'idempotency-key': `${chat.phone}-again` });
  const gone = await say(chat, ['cara bayar?']);
  const edited = await say(chat, ['syarat pengembalin']);
  ctx.clock.advance(1_000);
  await receive(inbound(shop.device, chat.phone, { kind: 'sticker', body: null, at: ctx.now() }));
  await receive(
    inbound(shop.device, chat.phone, { body: 'syarat pengembalian?', editOf: edited, at: ctx.now() }),
  );
  await erase(shop.device, chat.phone, gone);

  const { body } = await suggest(chat);

  expect(body).toMatchObject({ question: 'syarat pengembalian?', reason: 'faq' });
  expect(body.suggestions[0].text).toBe('Barang dapat dikembalikan dalam 7 hari.');
});

test('pairs that fit alike are all suggested; without knowledge, and for a complaint, there is nothing', async () => {
  const unsure = await openShop(ctx, service, { bands: { answer: 1, clarify: 0.1 } });
  const [near, far, angry] = [await answeredChat(unsure), await answeredChat(), await answeredChat()];
  await say(near, ['mau bayar atau retur?'], unsure);
  await say(far, ['siapa presiden pertama amerika serikat']);
  await say(angry, ['kalian penipu']);

  const several = await suggest(near, unsure);
  const nothing = await suggest(far);
  const person = await suggest(angry);

  expect(several.body.reason).toBe('choices');
  expect(textsIn(several).length).toBeGreaterThan(1);
  expect(textsIn(several)).toContain('Bayar lewat transfer BCA atau QRIS.');
  expect([nothing.body.reason, nothing.body.suggestions]).toEqual(['unsure', []]);
  expect([person.body.reason, person.body.suggestions]).toEqual(['complaint', []]);
});

test('the language model answers within its budget, one question of a caller at a time', async () => {
  const server = await startLanguageModel();
  const language_model = { provider: 'openai_compatible', url: server.url, model: 'a' };
  const modern = await openShop(ctx, service, {
    bands: { answer: 1, clarify: 0.99 },
    scope: 'Toko',
    language_model,
  });
  const chat = await answeredChat(modern);
  await say(chat, ['min kalo bayarnya pas sudah sampai rumah gmn'], modern);
  let open = () => {};
  server.gate = new Promise((resolve) => {
    open = resolve;
  });

  const first = suggest(chat, modern);
  await until(() => server.calls.length === 1);
  const second = await suggest(chat, modern);
  open();
  const { body } = await first;

  expect([second.status, second.body.error]).toEqual([409, 'suggestion_under_way']);
  expect(body).toMatchObject({ reason: 'language_model', language_model: 'used' });
  expect(body.suggestions).toHaveLength(1);
  const { body: settings } = await modern.api('GET', '/v1/assistant');
  expect(settings.language_model.tokens_today).toBe(460);
});

test('while webhooks are late, suggestions wait as answers of the automation do', async () => {
  const chat = await answeredChat();
  await say(chat, ['jam buka toko?']);
  ctx.clock.advance(1_000);
  ctx.order.note('events', 5_000);
  let answered = 0;
  const ask = async () => {
    const { status } = await suggest(chat);
    answered += Number(status === 200);
  };
  for (let n = 0; n < 4; n += 1) await ask();

  const waits = ask();
  const during = await Promise.race([waits, new Promise((resolve) => setImmediate(() => resolve('waits')))]);
  ctx.clock.advance(1_000);
  await waits;

  expect([during, answered]).toEqual(['waits', 5]);
});
