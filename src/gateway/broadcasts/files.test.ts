import { afterAll, expect, test } from 'vitest';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { useSettings } from '../../../test/harness/context.ts';
import { CUSTOMER } from '../../../test/harness/line.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaFolder } from '../../../test/harness/media-folder.ts';
import { mediaHost } from '../../../test/harness/media-host.ts';
import { openPairedService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { watchAnswers } from '../../../test/harness/statements.ts';
import { until } from '../../../test/harness/until.ts';
import { upload } from '../../../test/harness/uploads.ts';
import { openFileStore } from '../../files.ts';
import { DAY, HOUR } from '../../platform/lib/clock.ts';
import { removeUploads } from '../uploads/upload.ts';
import { listHeldFiles } from './broadcast.ts';
import { claimForBroadcasts, maintainBroadcasts } from './runner/runner.ts';

const folder = await mediaFolder(afterAll);
useSettings({ ...folder, KURIR_DATA_DIR: folder.KURIR_MEDIA_DIR, KURIR_STORAGE_FLOOR_MIB: '0' });
const { line, shop, ...service } = await openPairedService();
const { ctx, sandbox } = line;
const SARI = '6281234567802';
await sandbox.post('/sandbox/phones', { number: SARI });
await shop.api('POST', '/v1/contacts', { phone: CUSTOMER, name: 'Budi', tags: ['vip'] });
await shop.api('POST', '/v1/contacts', { phone: SARI, name: 'Sari', tags: ['vip'] });

const kept = async (bytes: Buffer, name: string): Promise<Json> =>
  (await upload(service, shop.apiKey, bytes, { name })).body;
const content = (change: object) => ({
  ...{ name: 'Promo', device_uuid: shop.deviceUuid, tags: ['vip'] },
  ...{ delay_min_seconds: 0, delay_max_seconds: 0, ...change },
});
const create = (change: object) => shop.api('POST', '/v1/broadcasts', content(change));
const tomorrow = () => new Date(ctx.now().getTime() + DAY).toISOString();
const scheduled = (change: object) => create({ scheduled_at: tomorrow(), ...change });
const read = async (id: number): Promise<Json> => (await shop.api('GET', `/v1/broadcasts/${id}`)).body;

async function completed(id: number): Promise<Json> {
  return until(async () => {
    await maintainBroadcasts(ctx);
    await claimForBroadcasts(ctx);
    const broadcast = await read(id);
    return broadcast.status === 'completed' && broadcast;
  });
}

/** The newest message at the phone, with the bytes of its file. */
async function newestAt(number: string): Promise<{ text: string; bytes: Buffer }> {
  const message = (await sandbox.messagesOf(number)).at(-1);
  const { wa_message_id: id, text } = message;
  const url = `${sandbox.current.url}/sandbox/phones/${number}/messages/${id}/media`;
  const answer = await fetch(url, { headers: { 'x-sandbox-control': CONTROL_TOKEN } });
  return { text, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const sweep = (days: number) =>
  removeUploads(
    { ...ctx, now: () => new Date(Date.now() + days * DAY) },
    openFileStore(ctx.config),
    listHeldFiles,
  );

test('a file behind an address is fetched once, and reaches every phone byte for byte with its caption', async () => {
  const promo = fileOf('jpeg', 30_000);
  const host = await mediaHost('jpeg', promo);

  const { status, body } = await create({
    ...{ type: 'image', media_url: host.mediaUrl, message_template: 'Halo {nama}' },
  });
  const done = await completed(body.id);
  const phones = await Promise.all([CUSTOMER, SARI].map(newestAt));

  expect([status, host.requests.length]).toEqual([201, 1]);
  expect(done).toMatchObject({ sent_count: 2, type: 'image', message_template: 'Halo {nama}' });
  expect(phones.map(({ text }) => text)).toEqual(['Halo Budi', 'Halo Sari']);
  expect(phones.map(({ bytes }) => bytes.equals(promo))).toEqual([true, true]);
  const { body: csv } = await shop.api('GET', `/v1/broadcasts/${body.id}/recipients/export`);
  expect(csv.split('\r\n')[1]).toMatch(/,image$/);
});

test('the file behind an address is fetched with the call that names it, and held until a later start', async () => {
  const [promo, klip] = [fileOf('jpeg', 31_000), fileOf('mp4', 32_000)];
  const [first, other] = [await mediaHost('jpeg', promo), await mediaHost('mp4', klip)];

  const { status, body } = await scheduled({ type: 'image', media_url: first.mediaUrl });
  const { media_id } = await read(body.id);
  const held = await shop.api('DELETE', `/v1/media/${media_id}`);
  const change = { type: 'video', media_url: other.mediaUrl, message_template: 'Lihat' };
  const changed = await shop.api('PATCH', `/v1/broadcasts/${body.id}`, change);
  await shop.api('PATCH', `/v1/broadcasts/${body.id}`, { scheduled_at: null });
  await completed(body.id);

  expect([status, held.body.error, changed.status]).toEqual([201, 'media_in_use', 200]);
  expect([first.requests.length, other.requests.length]).toEqual([1, 1]);
  expect((await newestAt(CUSTOMER)).bytes.equals(klip)).toBe(true);
});

test('a call that is refused asks no host for its file', async () => {
  const host = await mediaHost('jpeg', fileOf('jpeg'));
  const file = { type: 'image', media_url: host.mediaUrl };
  const { body: later } = await scheduled({ message_template: 'Halo' });
  const { body: ended } = await create({ message_template: 'Halo' });
  await completed(ended.id);
  const change = (id: number, fields: object) => shop.api('PATCH', `/v1/broadcasts/${id}`, fields);

  const answers = [
    await create({ ...file, tags: [] }),
    await create({ ...file, interactive: { footer: 'Toko' } }),
    await create({ ...file, message_template: 'Halo {{contact.kosong}}' }),
    await create({ ...file, device_uuid: '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d' }),
    await change(ended.id, file),
    await change(later.id, { ...file, delay_min_seconds: 9 }),
    await change(later.id, { ...file, interactive: { footer: 'Toko' } }),
    await change(later.id, { ...file, message_template: 'Halo {{contact.kosong}}' }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)[0]])).toEqual([
    [422, 'no_recipients_targeted'],
    [422, 'interactive'],
    [422, 'message_template'],
    [404, 'device_not_found'],
    [409, 'broadcast_not_scheduled'],
    [422, 'delay_max_seconds'],
    [422, 'interactive'],
    [422, 'message_template'],
  ]);
  expect(host.requests).toEqual([]);
});

test('an uploaded file goes out without a caption too, and a retry needs it', async () => {
  const price = fileOf('pdf', 20_000);
  const file = await kept(price, 'Daftar harga.pdf');

  const { body } = await create({ type: 'document', media_id: file.id.toUpperCase() });
  const done = await completed(body.id);
  await ctx.pool.query(
    `update messages set status = 'failed', error_code = 'x', error_message = 'x' where broadcast_id = $1`,
    [body.id],
  );
  const retry = await shop.api('POST', `/v1/broadcasts/${body.id}/retry-failed`);
  const again = await completed(retry.body.id);
  await shop.api('DELETE', `/v1/media/${file.id}`);
  await ctx.pool.query(
    `update messages set status = 'failed', error_code = 'x', error_message = 'x' where broadcast_id = $1`,
    [retry.body.id],
  );
  const late = await shop.api('POST', `/v1/broadcasts/${retry.body.id}/retry-failed`);

  expect(done).toMatchObject({ sent_count: 2, type: 'document', media_id: file.id, message_template: '' });
  expect(again).toMatchObject({ sent_count: 2, media_id: file.id });
  expect((await newestAt(CUSTOMER)).bytes.equals(price)).toBe(true);
  expect(late.body.error).toBe('media_not_found');
});

test('the file of a broadcast stays until its end, after the expiry of the upload and against a deletion', async () => {
  const file = await kept(fileOf('png', 9_000), 'besok.png');
  const { body } = await scheduled({ type: 'image', media_id: file.id });

  const refused = await shop.api('DELETE', `/v1/media/${file.id}`);
  await sweep(400);
  const shown = await shop.api('GET', `/v1/media/${file.id}`);
  await shop.api('POST', `/v1/broadcasts/${body.id}/cancel`);
  await sweep(900);
  const gone = await shop.api('GET', `/v1/media/${file.id}`);

  expect([refused.status, refused.body.error]).toEqual([409, 'media_in_use']);
  expect([shown.status, gone.status]).toEqual([200, 404]);
});

test('a deletion and a creation exclude each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const file = await kept(fileOf('png', 1_000 + round), 'rebutan.png');

    const [created, deleted] = await Promise.all([
      scheduled({ type: 'image', media_id: file.id }),
      shop.api('DELETE', `/v1/media/${file.id}`),
    ]);

    expect([201, 204]).toContain(Math.min(created.status, deleted.status));
    expect([created.status, deleted.status]).not.toEqual([201, 204]);
  }
});

test('a scheduled text becomes a file, gets another caption, and becomes a text again', async () => {
  const file = await kept(fileOf('mp4', 8_000), 'klip.mp4');
  const { body } = await scheduled({ message_template: 'Halo' });
  const change = async (fields: object) => {
    const { body: changed } = await shop.api('PATCH', `/v1/broadcasts/${body.id}`, fields);
    return [changed.type, changed.media_id, changed.message_template];
  };

  const steps = [
    await change({ type: 'video', media_id: file.id }),
    await change({ message_template: 'Lihat {nama}' }),
    await change({ name: 'Lain' }),
    await change({ type: 'text', message_template: 'Halo lagi' }),
  ];
  const freed = await shop.api('DELETE', `/v1/media/${file.id}`);

  expect(steps).toEqual([
    ['video', file.id, ''],
    ['video', file.id, 'Lihat {nama}'],
    ['video', file.id, 'Lihat {nama}'],
    ['text', null, 'Halo lagi'],
  ]);
  expect(freed.status).toBe(204);
});

test('a test to oneself and a preview have the file and its caption', async () => {
  const promo = fileOf('jpeg', 7_000);
  const file = await kept(promo, 'promo.jpg');
  const message = { type: 'image', media_id: file.id, message_template: 'Halo {nama}' };

  const { body: preview } = await shop.api('POST', '/v1/broadcasts/preview', content(message));
  const { status, body } = await shop.api(
    'POST',
    '/v1/broadcasts/test',
    { ...message, device_uuid: shop.deviceUuid, to: CUSTOMER, name: 'Rina' },
    { 'idempotency-key': 'uji' },
  );
  await until(async () => (await newestAt(CUSTOMER)).text === 'Halo Rina');

  expect(preview.samples.map(({ text }: Json) => text)).toEqual(['Halo Budi', 'Halo Sari']);
  expect([status, body.type]).toEqual([202, 'image']);
  expect((await newestAt(CUSTOMER)).bytes.equals(promo)).toBe(true);
});

test('files that do not fit are refused before anything is sent', async () => {
  const [picture, broken] = [await kept(fileOf('jpeg'), 'a.jpg'), await mediaHost('jpeg', null)];
  const stranger = await service.customer();
  const foreign = (await upload(service, stranger.apiKey, fileOf('jpeg'), { name: 'b.jpg' })).body;
  const media_id = picture.id;
  const { id: gif } = await kept(Buffer.from('GIF89a'.padEnd(900, '.')), 'a.gif');

  const answers = [
    await create({ message_template: 'Halo', media_id }),
    await create({ type: 'image', message_template: 'Halo' }),
    await create({ type: 'image', media_id, media_url: 'https://example.com/a.jpg' }),
    await create({ type: 'image', media_id, template: { name: 'promo', language: 'id' } }),
    await create({ type: 'image', media_id, message_template: 'x'.repeat(1_025) }),
    await create({ type: 'video', media_id }),
    await create({ type: 'image', media_id: gif }),
    await create({ type: 'audio', media_id }),
    await create({ type: 'image', media_url: broken.mediaUrl }),
    await create({ type: 'image', media_id: foreign.id }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)[0]])).toEqual([
    [422, 'type'],
    [422, 'media_url'],
    [422, 'media_url'],
    [422, 'template'],
    [422, 'message_template'],
    [422, 'media_id'],
    [422, 'media_id'],
    [422, 'type'],
    [422, 'media_url'],
    [404, 'media_not_found'],
  ]);
});

test('a claim costs no statement more for a file', async () => {
  const file = await kept(fileOf('jpeg', 3_000), 'hitung.jpg');
  const costOf = async (change: object) => {
    const { body } = await create({ ...change, scheduled_at: new Date(ctx.now().getTime() + HOUR) });
    await shop.api('PATCH', `/v1/broadcasts/${body.id}`, { scheduled_at: null });
    await maintainBroadcasts(ctx);
    let statements = 0;
    const db = watchAnswers(ctx.db, () => {
      statements += 1;
    });
    await claimForBroadcasts({ ...ctx, db });
    await completed(body.id);
    return statements;
  };

  const ofText = await costOf({ message_template: 'Halo' });

  expect(await costOf({ type: 'image', media_id: file.id })).toBe(ofText);
});
