import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../test/harness/context.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { pictureOf } from '../../../test/harness/pictures.ts';
import { openService } from '../../../test/harness/service.ts';
import { until } from '../../../test/harness/until.ts';
import { filesBelow, type Upload, upload } from '../../../test/harness/uploads.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { DAY, MINUTE, SECOND } from '../../platform/lib/clock.ts';
import { openFolderStore } from '../../platform/lib/file-store/folder-store.ts';
import { localUrl } from '../../platform/lib/local-url.ts';
import { removeUploads } from './upload.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'kurir-media-uploads-'));
afterAll(() => rm(folder, { recursive: true }));
useSettings({
  ...{ KURIR_DATA_DIR: folder, KURIR_MEDIA_DIR: path.join(folder, 'media'), KURIR_STORAGE_FLOOR_MIB: '0' },
  ...{ KURIR_MEDIA_MAX_IMAGE_MIB: '1', KURIR_MEDIA_MAX_DOCUMENT_MIB: '2' },
});
const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
await service.http.listen({ port: 0, host: '127.0.0.1' });
const files = openFolderStore(path.join(folder, 'media'));

const rowsLeft = async () => (await ctx.pool.query('select from uploads')).rowCount;
const filesLeft = () => filesBelow(path.join(folder, 'media'), path.join(folder, 'tmp'));

beforeEach(async () => {
  await ctx.pool.query(`update uploads set expires_at = '-infinity'`);
  await sweep();
});
const sweep = () => removeUploads(ctx, files, async () => []);

async function shop(plan: Parameters<typeof service.customer>[0] = {}) {
  const customer = await service.customer(plan);
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.http.inject({
      url,
      headers: { authorization: `Bearer ${customer.apiKey}`, ...headers },
    });
  return {
    ...customer,
    get,
    send: (bytes: Buffer, given?: Upload) => upload(service, customer.apiKey, bytes, given),
    async used() {
      // What a caller has stored is remembered for less than a second.
      ctx.clock.advance(SECOND);
      return (await customer.api('GET', '/v1/usage')).body.storage_used;
    },
  };
}

test('a file is kept, shown with its facts, and answered byte for byte, with a small picture', async () => {
  const { send, api, get } = await shop();
  const cake = Buffer.from(await pictureOf('image/jpeg', 640, 480));

  const { status, body } = await send(cake, { name: 'kue ulang/tahun.jpg', contentType: 'image/jpeg' });

  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ id: expect.any(String), type: 'image', mimetype: 'image/jpeg', file_name: 'tahun.jpg' },
    ...{ size: cake.length, sha256: createHash('sha256').update(cake).digest('hex'), has_thumbnail: true },
    expires_at: new Date(ctx.now().getTime() + 7 * DAY).toISOString(),
  });
  expect((await api('GET', `/v1/media/${body.id}`)).body).toEqual(body);
  const [whole, part, small] = await Promise.all([
    get(`/v1/media/${body.id}/file`),
    get(`/v1/media/${body.id}/file`, { range: 'bytes=10-19' }),
    get(`/v1/media/${body.id}/file?thumbnail=true`),
  ]);
  expect(whole.rawPayload.equals(cake)).toBe(true);
  expect(whole.headers['content-disposition']).toContain('inline; filename="tahun.jpg"');
  expect([part.statusCode, part.rawPayload.equals(cake.subarray(10, 20))]).toEqual([206, true]);
  expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/jpeg']);
});

test.each<[string, Buffer, Upload, object]>([
  [
    'a PDF',
    fileOf('pdf'),
    { contentType: 'application/pdf' },
    { type: 'document', file_name: 'document.pdf' },
  ],
  ['a voice note', fileOf('opus'), { name: 'a.ogg', contentType: 'audio/ogg' }, { type: 'audio' }],
  ['sound in MP4', fileOf('mp4'), { name: 'a.m4a', contentType: 'audio/mp4' }, { mimetype: 'audio/mp4' }],
  ['a video', fileOf('mp4'), { name: 'a.mp4' }, { type: 'video', mimetype: 'video/mp4' }],
  ['a table', Buffer.from('Nama,Harga\n'), { name: 'a.csv' }, { type: 'document', mimetype: 'text/csv' }],
  ['a JPEG with a wrong type', fileOf('jpeg'), { contentType: 'image/png' }, { mimetype: 'image/jpeg' }],
  [
    'a large picture as a document',
    fileOf('png', 1.5 * MEBIBYTE),
    { type: 'document' },
    { type: 'document' },
  ],
])('%s gets its type by its bytes', async (_, bytes, given, expected) => {
  const { send } = await shop();

  expect(await send(bytes, given)).toMatchObject({ status: 201, body: expected });
});

/** A header that announces 60,000 × 60,000 pixels. */
function bomb(): Buffer {
  const png = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

test.each<[string, Buffer, Upload, number, string]>([
  ['an empty file', Buffer.alloc(0), { name: 'a.txt' }, 422, 'is empty'],
  ['an empty body', Buffer.alloc(0), {}, 422, 'is empty'],
  ['a file above all limits', fileOf('pdf', 2 * MEBIBYTE + 1), {}, 413, 'payload_too_large'],
  ['a picture above its limit', fileOf('jpeg', MEBIBYTE + 1), { name: 'a.jpg' }, 413, 'type=document'],
  ['a text that says it is a picture', Buffer.from('Halo'), { name: 'a.png' }, 415, 'image/png'],
  ['a PDF that says it is sound', fileOf('pdf'), { contentType: 'audio/mpeg' }, 415, 'application/pdf'],
  ['a PDF for picture messages', fileOf('pdf'), { name: 'a.pdf', type: 'image' }, 415, 'JPEG, PNG or WebP'],
  ['a decompression bomb', bomb(), { name: 'a.png' }, 422, 'more pixels'],
  ['an unknown type of messages', fileOf('pdf'), { type: 'gambar' }, 422, 'type'],
])('%s is refused and leaves nothing', async (_, bytes, given, status, text) => {
  const { send } = await shop();

  const answer = await send(bytes, given);

  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(text);
  expect([await rowsLeft(), await filesLeft()]).toEqual([0, []]);
});

test.each([
  ['ends before its length', 'content-length: 100000', 'x'.repeat(500)],
  ['ends within a part', 'transfer-encoding: chunked', `1f4\r\n${'x'.repeat(500)}`],
])('a body that %s leaves nothing', async (_, header, start) => {
  const { apiKey } = await shop();
  const { port, hostname } = new URL(addressOf());
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/media?file_name=a.txt HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\n${header}\r\n\r\n`,
  );
  socket.write(start);
  await until(async () => (await filesLeft()).length === 1);

  socket.destroy();

  await until(async () => (await filesLeft()).length === 0);
  expect(await rowsLeft()).toBe(0);
});

const addressOf = () => {
  const address = service.http.server.address();
  return localUrl('http', '127.0.0.1', typeof address === 'object' ? (address?.port ?? 0) : 0);
};

test('the same file under one name is kept once, under another name again, also when both come at once', async () => {
  const { send, used } = await shop();
  const price = fileOf('pdf', 5_000);

  const [one, two] = await Promise.all([send(price, { name: 'a.pdf' }), send(price, { name: 'a.pdf' })]);
  ctx.clock.advance(DAY);
  const again = await send(price, { name: 'a.pdf' });
  const other = await send(price, { name: 'b.pdf' });

  expect([two.body.id, again.body.id]).toEqual([one.body.id, one.body.id]);
  expect(again.body.expires_at).toBe(new Date(ctx.now().getTime() + 7 * DAY).toISOString());
  expect(other.body.id).not.toBe(one.body.id);
  expect([await rowsLeft(), (await filesLeft()).length, await used()]).toEqual([2, 2, 10_000]);
});

test('a file beyond the room of the plan is refused before its body; a deleted one gives its room back', async () => {
  const { send, api, used } = await shop({ storage_bytes: 30_000 });
  const first = await send(fileOf('jpeg', 20_000), { name: 'a.jpg' });

  const second = await send(fileOf('jpeg', 20_000), { name: 'b.jpg' });
  const before = await used();
  const removed = await api('DELETE', `/v1/media/${first.body.id}`);
  await sweep();

  expect([second.status, second.body.error]).toEqual([422, 'storage_limit_reached']);
  expect([removed.status, before, await used()]).toEqual([204, 20_000, 0]);
  expect((await api('GET', `/v1/media/${first.body.id}`)).body.error).toBe('media_not_found');
  expect([await rowsLeft(), await filesLeft()]).toEqual([0, []]);
});

test('a file that nothing uses expires, and another account never sees it', async () => {
  const [owner, stranger] = [await shop(), await shop()];
  const { body } = await owner.send(await pictureOf('image/png', 20, 20).then(Buffer.from), {
    name: 'a.png',
  });

  const foreign = [
    await stranger.api('GET', `/v1/media/${body.id}`),
    await stranger.api('GET', `/v1/media/${body.id}/file`),
    await stranger.api('DELETE', `/v1/media/${body.id}`),
  ];
  ctx.clock.advance(7 * DAY - MINUTE);
  const early = await sweep();
  ctx.clock.advance(MINUTE);
  const late = [(await owner.api('GET', `/v1/media/${body.id}`)).status, await sweep()];

  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect([early, late]).toEqual([0, [404, 1]]);
  expect([await rowsLeft(), await filesLeft()]).toEqual([0, []]);
});
