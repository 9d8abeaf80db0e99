import { afterAll, expect, test } from 'vitest';
import { newMessageId } from '../../sandbox/graph/ids.ts';
import { openAppNumber } from '../../test/harness/app-number.ts';
import { testContext } from '../../test/harness/context.ts';
import { runJobs } from '../../test/harness/jobs.ts';
import { insertDevice } from '../../test/harness/rows.ts';
import { indexAll } from '../../test/harness/search.ts';
import { openService } from '../../test/harness/service.ts';
import type { Json } from '../../test/harness/shop.ts';
import { tablesOf } from '../../test/harness/tables.ts';
import { officialCallbacks } from '../gateway/engines/official-cloud/callbacks/reader.ts';
import { tokenOf } from '../gateway/messages/official/stored-references.ts';
import { SearchIndexer } from '../inbox/conversations/search/indexer.ts';
import { DAY, HOUR, MINUTE } from '../platform/lib/clock.ts';
import type { AccountJob } from '../platform/lib/jobs.ts';
import { openImportJob } from './import-job.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const BUDI = '6281234567890';
const SARI = '6281377788899';
const ago = (ms: number) => new Date(ctx.now().getTime() - ms);
const bodies = (messages: readonly Json[]) => messages.map(({ body }) => body);
const eventsOf = async (accountId: number) =>
  (await tablesOf(ctx.db).selectFrom('events').selectAll().where('account_id', '=', accountId).execute())
    .length;

test('a thread of the history becomes a chat in the order of its times, that is read, closed and quiet', async () => {
  const shop = await openAppNumber(ctx, service);
  await shop.sendPart(BUDI, [
    { text: 'Ada stok?', at: ago(40 * DAY) },
    { text: 'Ada, Kak.', at: ago(40 * DAY - HOUR), fromMe: true, status: 'DELIVERED' },
    { text: 'STOP', at: ago(39 * DAY) },
  ]);

  await shop.importAll();
  const messages = await shop.messages(BUDI);

  expect(messages.map(({ author, status, body, imported }) => [author, status, body, imported])).toEqual([
    ['customer', 'received', 'STOP', true],
    ['phone', 'delivered', 'Ada, Kak.', true],
    ['customer', 'received', 'Ada stok?', true],
  ]);
  expect(await shop.chat(BUDI)).toMatchObject({
    ...{ owner_state: 'closed', episode: 0, unread: 0, waiting_since: null, assignee: null },
    ...{ takes_free_text: false, last_message: { body: 'STOP' }, last_at: messages[0]?.created_at },
  });
  expect(await eventsOf(shop.account.id)).toBe(0);
  const { body: figures } = await shop.api('GET', '/v1/usage');
  expect(figures).toMatchObject({ messages_sent: 0 });
  const optOuts = await ctx.pool.query('select from opt_outs where account_id = $1', [shop.account.id]);
  expect(optOuts.rowCount).toBe(0);
});

test('parts in any order, repeated or cut again, give each message once, in the order of times', async () => {
  const shop = await openAppNumber(ctx, service);
  const line = (n: number) => ({
    text: `${n}`,
    id: `wamid.${n}`,
    at: ago((180 - n) * DAY),
    fromMe: n % 2 === 0,
  });
  await shop.receive(BUDI, 'live');
  for (const [from, until, progress] of [
    [120, 180, 30],
    [1, 60, 100],
    [60, 121, 60],
    [1, 180, 60],
    [120, 180, 30],
  ] as const) {
    const lines = Array.from({ length: until - from }, (_, index) => line(from + index));
    await shop.sendPart(BUDI, lines.toReversed(), { phase: 1, chunk_order: 1, progress });
    await shop.importAll();
  }

  const { body } = await shop.api(
    'GET',
    `/v1/conversations/${(await shop.chat(BUDI)).id}/messages?limit=200`,
  );
  const pages = bodies(body.data);

  expect(pages).toEqual(
    ['live', ...Array.from({ length: 179 }, (_, index) => `${179 - index}`)].slice(0, pages.length),
  );
  expect(await shop.health()).toMatchObject({
    history: { status: 'complete', progress: 100, messages: 179 },
  });
  expect(await shop.chat(BUDI)).toMatchObject({ unread: 1, last_message: { body: 'live' } });
});

test('messages of one second stay in their order', async () => {
  const shop = await openAppNumber(ctx, service);
  const texts = Array.from({ length: 300 }, (_, n) => `${n}`);
  await shop.sendPart(
    BUDI,
    texts.map((text) => ({ text, at: ago(DAY) })),
  );

  await shop.importAll();
  const { rows } = await ctx.pool.query('select body from messages where account_id = $1 order by id', [
    shop.account.id,
  ]);

  expect(bodies(rows)).toEqual(texts);
});

test('a message that arrived live, or on a linked device of the number, is not doubled', async () => {
  const shop = await openAppNumber(ctx, service);
  const economy = await insertDevice(ctx, shop.account, { phone_number: '628110000003' });
  const [live, linked] = [newMessageId(BUDI, 'in'), newMessageId(BUDI, 'in')];
  await shop.receive(BUDI, 'Halo', live);
  await ctx.pool.query(
    'update devices set channel_id = (select channel_id from devices where id = $1) where id = $2',
    [shop.device.id, economy.id],
  );
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, source, type, status, phone, body, wa_message_id,
       created_at)
     values ($1, $2, 'in', 'customer', 'text', 'received', $3, 'Pagi', $4, now())`,
    [shop.account.id, economy.id, BUDI, tokenOf(linked)],
  );

  await shop.sendPart(BUDI, [
    { text: 'Halo', id: live, at: ago(0) },
    { text: 'Pagi', id: linked, at: ago(DAY) },
    { text: 'Lama', at: ago(2 * DAY) },
  ]);
  await shop.importAll();

  const { rows } = await ctx.pool.query('select body from messages where account_id = $1 order by id', [
    shop.account.id,
  ]);
  expect(bodies(rows)).toEqual(['Lama', 'Halo', 'Pagi']);
});

test('a file is a placeholder until its content comes, in either order', async () => {
  const shop = await openAppNumber(ctx, service);
  const [first, second] = [newMessageId(BUDI, 'in'), newMessageId(BUDI, 'in')];
  const placeholder = { type: 'media_placeholder' };
  const content = (id: string) =>
    shop.callback('history', {
      messages: [
        {
          ...{ from: BUDI, id, timestamp: `${Math.floor(ago(DAY).getTime() / 1000)}`, type: 'image' },
          image: { id: '24230790383178626', mime_type: 'image/jpeg', caption: 'Bukti transfer' },
        },
      ],
    });
  await shop.sendPart(BUDI, [{ id: first, at: ago(DAY), item: placeholder }]);
  await shop.importAll();
  const [before] = await shop.messages(BUDI);
  await content(first);
  await content(second);
  await shop.importAll();
  await shop.sendPart(BUDI, [{ id: second, at: ago(DAY), item: placeholder }], { progress: 100, phase: 1 });
  await shop.importAll();

  expect(before).toMatchObject({ type: 'text', kind: 'phone_only', imported: true });
  expect(before?.media).toBeUndefined();
  const after = await shop.messages(BUDI);
  expect(after).toHaveLength(2);
  for (const message of after)
    expect(message).toMatchObject({ type: 'image', body: 'Bukti transfer', media: { state: 'waiting' } });
});

test('a search finds imported messages, the newest first, and live ones before them', async () => {
  const shop = await openAppNumber(ctx, service);
  await shop.sendPart(BUDI, [{ text: 'Kopi gayo lama', at: ago(150 * DAY) }]);
  await shop.sendPart(SARI, [{ text: 'Kopi toraja', at: ago(20 * DAY) }]);
  await shop.importAll();
  await shop.receive('6281500000001', 'Kopi luwak');
  await indexAll(ctx, new SearchIndexer(ctx));

  const find = async (q: string) =>
    (await shop.api('GET', `/v1/conversations?q=${q}`)).body.data.map(({ person }: Json) => person.phone);

  expect(await find('kopi')).toEqual(['6281500000001', SARI, BUDI]);
  expect(await find('gayo')).toEqual([BUDI]);
});

test('a business that declines is shown so', async () => {
  const shop = await openAppNumber(ctx, service);
  const before = (await shop.health()).history;
  await shop.callback('history', { history: [{ errors: [{ code: 2593109, title: 'Declined' }] }] });

  await shop.importAll();

  expect([before, (await shop.health()).history]).toEqual([
    null,
    expect.objectContaining({ status: 'declined', messages: 0 }),
  ]);
});

test('an account that is full gets its history later, and others are not kept waiting', async () => {
  const full = await openAppNumber(ctx, service, { storage_bytes: 10 });
  const other = await openAppNumber(ctx, service);
  for (let part = 0; part < 3; part += 1)
    await full.sendPart(BUDI, [{ text: 'x', at: ago(DAY) }], { progress: part });
  await other.sendPart(BUDI, [{ text: 'y', at: ago(DAY) }]);
  await full.importAll();
  const during = [(await full.messages(BUDI)).length, (await other.messages(BUDI)).length];

  await ctx.pool.query('update plans set storage_bytes = null where name = $1', [full.account.plan.name]);
  ctx.clock.advance(HOUR);
  await full.importAll();

  expect([during, (await full.messages(BUDI)).length]).toEqual([[0, 1], 3]);
});

test('a callback that has no room, or fails, does not hold those after it', async () => {
  const shop = await openAppNumber(ctx, service, { storage_bytes: 2_000 });
  await shop.sendPart(BUDI, [{ text: 'x'.repeat(3_000), at: ago(DAY) }]);
  await shop.sendPart(BUDI, [{ text: 'fails', at: ago(DAY) }]);
  await shop.sendPart(SARI, [{ text: 'Halo', at: ago(DAY) }]);
  const failing = openImportJob(ctx, {
    ...officialCallbacks,
    readHistory(payload) {
      if (JSON.stringify(payload).includes('fails')) throw new Error('a broken callback');
      return officialCallbacks.readHistory(payload);
    },
  });

  await expect(runJobs(ctx, [failing])).rejects.toThrow('a broken callback');
  await shop.importAll();

  expect([bodies(await shop.messages(SARI)), (await shop.messages(BUDI)).length]).toEqual([['Halo'], 0]);
  ctx.clock.advance(5 * MINUTE);
  await shop.importAll();
  expect(bodies(await shop.messages(BUDI))).toEqual(['fails']);
});

test('accounts take turns: a long history does not delay a short one', async () => {
  const [long, short] = [await openAppNumber(ctx, service), await openAppNumber(ctx, service)];
  for (let part = 0; part < 5; part += 1)
    await long.sendPart(BUDI, [{ text: `${part}`, at: ago(DAY) }], { progress: part });
  await short.sendPart(BUDI, [{ text: 'y', at: ago(DAY) }]);

  const turns: number[] = [];
  const noting: AccountJob = {
    ...long.importJob,
    async run(subject, stopping) {
      turns.push(subject.accountId);
      await long.importJob.run(subject, stopping);
    },
  };
  await runJobs(ctx, [noting]);

  expect(turns.slice(0, 3)).toEqual([long, short, long].map(({ account }) => account.id));
});

test('contacts of the app become names, and a name that staff gave stays', async () => {
  const shop = await openAppNumber(ctx, service);
  await shop.api('POST', '/v1/contacts', { phone: SARI, name: 'Bu Sari (grosir)' });
  await shop.sendPart(BUDI, [{ text: 'Halo', at: ago(DAY) }]);
  const contact = (phone_number: string, full_name?: string) => ({
    type: 'contact',
    action: full_name ? 'add' : 'remove',
    contact: { phone_number, ...(full_name && { full_name }) },
    metadata: { timestamp: '1739321024' },
  });
  await shop.callback('smb_app_state_sync', {
    state_sync: [contact(BUDI, 'Budi Santoso'), contact(SARI, 'Sari'), contact(SARI), { type: 'unknown' }],
  });

  await shop.importAll();

  expect((await shop.chat(BUDI)).person.name).toBe('Budi Santoso');
  const { body } = await shop.api('GET', '/v1/contacts');
  expect(body.data.map(({ name }: Json) => name).sort()).toEqual(['Bu Sari (grosir)', 'Budi Santoso']);
});
