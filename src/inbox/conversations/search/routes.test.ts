import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { indexAll } from '../../../../test/harness/search.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { SearchIndexer } from './indexer.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const indexer = new SearchIndexer(ctx);

async function shop(engine: 'economy' | 'official_cloud' = 'economy') {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account, { engine });
  const get = async (query: string): Promise<Json> =>
    (await customer.api('GET', `/v1/conversations${query}`)).body;
  const phonesOf = ({ data }: Json) => data.map(({ person }: Json) => person.phone);
  return { ...customer, device, get, phonesOf };
}

test('the list finds words, numbers and names, in pages, with its other filters', async () => {
  const { api, get, phonesOf, device } = await shop();
  // The first message gives the device its channel.
  await receive(inbound(device, '628120000099'));
  for (let n = 0; n < 6; n += 1) {
    await receive(inbound(device, `6281200000${10 + n}`, { body: n % 2 === 0 ? 'Ada diskon?' : 'Halo' }));
  }
  await indexAll(ctx, indexer);

  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = await get(`?q=diskon&limit=2${cursor && `&cursor=${cursor}`}`);
    pages.push(phonesOf(page));
    cursor = page.next_cursor;
  }

  const [hit] = (await get('?q=diskon')).data;
  const messages = (await api('GET', `/v1/conversations/${hit.id}/messages`)).body.data;
  const [byNumber] = (await get('?q=0812%200000%20013')).data;

  expect(pages.flat()).toEqual(['628120000014', '628120000012', '628120000010']);
  expect(hit.found_message_id).toBe(messages[0].wa_message_id);
  expect(byNumber).not.toHaveProperty('found_message_id');
  expect(phonesOf(await get('?q=0812%200000%20013'))).toEqual(['628120000013']);
  expect(phonesOf(await get('?q=diskon&owner_state=closed'))).toEqual([]);
  expect((await get('?q=diskon&cursor=x')).errors).toHaveProperty('cursor');
  expect((await get('?q=%20')).errors).toHaveProperty('q');
});

test('the list finds names of contacts in every spelling, each conversation once', async () => {
  const { api, get, phonesOf, device } = await shop();
  const contact = (phone: string, name: string) => api('POST', '/v1/contacts', { phone, name });
  await contact('5215512345678', 'Frau Wagner');
  await contact('628120000021', 'Herr Wagner');
  await contact('628120000022', 'Wagner without a conversation');
  await receive(inbound(device, '628120000099'));
  await receive(inbound(device, '628120000021', { body: 'Wagner here' }));
  await receive(inbound(device, '525512345678'));
  await indexAll(ctx, indexer);

  expect(phonesOf(await get('?q=wagner'))).toEqual(['525512345678', '628120000021']);
  expect(phonesOf(await get('?q=rau%20W'))).toEqual(['525512345678']);
  expect(phonesOf(await get('?q=here'))).toEqual(['628120000021']);
  await contact('5215512345678', 'Frau Meier');
  expect(phonesOf(await get('?q=frau%20wagner'))).toEqual([]);
});

test('a conversation says until when the provider takes free text', async () => {
  const [official, economy] = [await shop('official_cloud'), await shop()];
  const at = ctx.now();
  await receive(
    inbound(official.device, '628120000010', { at }),
    inbound(economy.device, '628120000010', { at }),
  );

  const until = async ({ get }: typeof official) => (await get('')).data[0].reply_window_until;

  expect(await until(official)).toBe(new Date(at.getTime() + DAY).toISOString());
  expect(await until(economy)).toBeNull();
});

test('a chat finds its messages by their words, and opens at each of them, however far back', async () => {
  const { api, get, device } = await shop();
  const texts = Array.from({ length: 45 }, (_, n) => `Pesan ${n}${n % 20 === 3 ? ' <b>Ongkir</b>' : ''}`);
  for (const body of texts) await receive(inbound(device, '628120000031', { body }));
  await receive(inbound(device, '628120000032', { body: 'Ongkir orang lain' }));
  await indexAll(ctx, indexer);
  const chat = (await get('?phone=628120000031')).data[0].id;
  const read = async (query: string): Promise<Json> =>
    (await api('GET', `/v1/conversations/${chat}/messages${query}`)).body;
  const bodies = ({ data }: Json): string[] => data.map(({ body }: Json) => body);

  const first = await read('?q=ONGKIR&limit=2');
  const second = await read(`?q=ONGKIR&limit=2&cursor=${first.next_cursor}`);
  const around = await read(`?around=${second.data[0].wa_message_id}&limit=6`);
  const newer: string[] = [];
  for (let cursor = around.newer_cursor; cursor !== null; ) {
    const page = await read(`?limit=20&cursor=${cursor}`);
    newer.unshift(...bodies(page));
    cursor = page.newer_cursor;
  }
  const older = await read(`?limit=20&cursor=${around.next_cursor}`);

  expect(bodies(first)).toEqual([texts[43], texts[23]]);
  expect(bodies(second)).toEqual([texts[3]]);
  expect(second.next_cursor).toBeNull();
  expect(first).not.toHaveProperty('newer_cursor');
  expect([...newer, ...bodies(around), ...bodies(older)]).toEqual(texts.toReversed());
  expect((await read('?q=lain')).data).toEqual([]);
  expect((await read('?q=%3F')).data).toEqual([]);
  expect(await read('?around=3EB0NONE')).toMatchObject({ error: 'message_not_found' });
  expect((await read('?q=a&around=b')).errors).toHaveProperty('around');
});

test('a search shows what it found, and an edited text opens at the message that it changes', async () => {
  const { api, get, device } = await shop();
  const body = `${'kata '.repeat(50)}<img src=x> Harga \u202e\nmurah ${'lagi '.repeat(100)}`;
  await receive(inbound(device, '628120000041', { body }));
  const original = inbound(device, '628120000042', { body: 'Kirim ke Solo' });
  const { waMessageId } = original.message;
  await receive(original);
  await receive(inbound(device, '628120000042', { body: 'Kirim ke Bandung', editOf: waMessageId }));
  await indexAll(ctx, indexer);

  const [long] = (await get('?q=harga')).data;
  const [edited] = (await get('?q=bandung')).data;
  const [hit] = (await api('GET', `/v1/conversations/${edited.id}/messages?q=bandung`)).body.data;

  expect(long.found_excerpt).toMatch(/^…(kata )+<img src=x> Harga \u202e murah (lagi ?)+…$/);
  expect(long.found_excerpt.length).toBeLessThanOrEqual(162);
  expect(edited).toMatchObject({ found_message_id: waMessageId, found_excerpt: 'Kirim ke Bandung' });
  expect(hit.edit_of).toBe(waMessageId);
});
