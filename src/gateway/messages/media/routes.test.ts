import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../test/harness/context.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { insertMedia, mediaOf } from '../../../../test/harness/media-rows.ts';
import { insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { insertUpload } from '../../../../test/harness/uploads.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { openFolderStore } from '../../../platform/lib/file-store/folder-store.ts';
import { thumbnailName } from '../../../platform/lib/file-store/names.ts';
import { uploadUrl } from '../../../platform/lib/media/upload-url.ts';
import { getMedia } from './media.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'kurir-media-routes-'));
afterAll(() => rm(folder, { recursive: true }));
useSettings({ KURIR_MEDIA_DIR: path.join(folder, 'media') });
const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();
const device = await insertDevice(ctx, shop.account);
const files = openFolderStore(path.join(folder, 'media'));
const BYTES = fileOf('jpeg', 5_000);

async function put(name: string, bytes: Buffer): Promise<void> {
  const source = path.join(folder, 'source');
  await writeFile(source, bytes);
  await files.put(name, { path: source, size: bytes.length, sha256: hashOf(bytes) });
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

async function storedFile(bytes = BYTES, columns: Parameters<typeof insertMedia>[2] = {}) {
  const { id, publicId } = await insertMedia(ctx, device, {
    state: 'stored',
    size: bytes.length,
    sha256: hashOf(bytes),
    mimetype: 'image/jpeg',
    source: null,
    ...columns,
  });
  const { file_id } = await mediaOf(ctx, id);
  await put(file_id, bytes);
  return { id, file_id, url: `/v1/messages/${publicId}/media` };
}

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const authorization = `Bearer ${shop.apiKey}`;
  return service.http.inject({ method, url, headers: { authorization, ...headers } });
}

test('a file is answered with its type, its hash, and headers that keep it from running', async () => {
  const { url } = await storedFile(BYTES, { file_name: 'foto "1".jpg' });

  const answer = await get(url);

  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(BYTES)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(BYTES.length),
    'accept-ranges': 'bytes',
    etag: `"${hashOf(BYTES).toString('base64url')}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': `inline; filename="foto _1_.jpg"; filename*=UTF-8''foto%20_1_.jpg`,
    'cache-control': 'private, no-cache',
  });
});

test.each([
  [
    'application/pdf',
    'Faktur é.pdf',
    `attachment; filename="Faktur _.pdf"; filename*=UTF-8''Faktur%20%C3%A9.pdf`,
  ],
  ['application/octet-stream', 'a.html', `attachment; filename="a.html"; filename*=UTF-8''a.html`],
  ['audio/ogg; codecs=opus', null, `inline; filename="image.ogg"; filename*=UTF-8''image.ogg`],
  ['video/mp4', '../../x\r\n.mp4', `inline; filename="x.mp4"; filename*=UTF-8''x.mp4`],
])('a file of type %s is shown or attached', async (mimetype, file_name, disposition) => {
  const { url } = await storedFile(BYTES, { mimetype, file_name });

  const { headers } = await get(url);

  expect(headers).toMatchObject({ 'content-type': mimetype, 'content-disposition': disposition });
});

test('a range is answered alone', async () => {
  const { url } = await storedFile();

  const answer = await get(url, { range: 'bytes=10-19' });

  expect(answer.statusCode).toBe(206);
  expect(answer.rawPayload.equals(BYTES.subarray(10, 20))).toBe(true);
  expect(answer.headers).toMatchObject({ 'content-range': 'bytes 10-19/5000', 'content-length': '10' });
});

test('a range after the end is refused with the size', async () => {
  const { url } = await storedFile();

  const answer = await get(url, { range: 'bytes=5000-' });

  expect(answer.statusCode).toBe(416);
  expect(answer.json()).toMatchObject({ error: 'range_not_satisfiable' });
  expect(answer.headers).toMatchObject({ 'content-range': 'bytes */5000' });
});

test.each([
  ['several ranges', { range: 'bytes=0-1,5-6' }],
  ['a range of another version', { range: 'bytes=0-1', 'if-range': '"other"' }],
])('%s get the whole file', async (_, headers) => {
  const { url } = await storedFile();

  expect(await get(url, headers)).toMatchObject({ statusCode: 200, rawPayload: { length: 5_000 } });
});

test('a client that has the file gets 304', async () => {
  const { url } = await storedFile();
  const { etag } = (await get(url)).headers;

  const answer = await get(url, { 'if-none-match': `"other", W/${etag}` });

  expect(answer).toMatchObject({ statusCode: 304, payload: '' });
});

test('HEAD reads no file', async () => {
  const { url, file_id } = await storedFile();
  await files.remove(file_id);

  const answer = await get(url, {}, 'HEAD');

  expect(answer).toMatchObject({ statusCode: 200, payload: '' });
  expect(answer.headers['content-length']).toBe('5000');
});

test('a thumbnail has its own type and hash', async () => {
  const { url, file_id } = await storedFile(BYTES, { has_thumbnail: true });
  await put(thumbnailName(file_id), Buffer.from('small'));

  const answer = await get(`${url}?thumbnail=true`);

  expect(answer).toMatchObject({ statusCode: 200, payload: 'small' });
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    etag: expect.stringMatching(/-thumbnail"$/),
  });
});

test('a file without a thumbnail answers 404', async () => {
  const { url } = await storedFile();

  expect((await get(`${url}?thumbnail=true`)).json()).toEqual({
    error: 'media_not_found',
    message: 'This file has no thumbnail.',
  });
});

test.each([
  [{}, 409, 'media_pending', /not fetched/],
  [{ state: 'failed', reason: 'expired' }, 409, 'media_unavailable', /expired/],
  [{ state: 'failed', reason: 'too_large' }, 409, 'media_unavailable', /too_large/],
  [{ state: 'removed', source: null, removed_at: new Date() }, 410, 'media_removed', /days/],
] as const)('%j answers %i %s', async (columns, status, error, text) => {
  const { publicId } = await insertMedia(ctx, device, columns);

  const answer = await get(`/v1/messages/${publicId}/media`);

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ error, message: expect.stringMatching(text) });
  expect(answer.headers['content-type']).toContain('application/json');
});

test('a file that the storage has lost says so, as JSON', async () => {
  const { url, file_id } = await storedFile();
  await files.remove(file_id);

  const answer = await get(url, { range: 'bytes=0-1' });

  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ error: 'media_unavailable' });
  expect(answer.headers).not.toHaveProperty('content-range');
});

test.each([{}, { range: 'bytes=4990-4999' }])(
  'a file that is shorter than stored is lost (%j)',
  async (headers) => {
    const { url, file_id } = await storedFile();
    await put(file_id, BYTES.subarray(0, 100));

    const answer = await get(url, headers);

    expect(answer.json()).toMatchObject({ error: 'media_unavailable' });
  },
);

test('a message without a file, and an unknown one, answer 404 with different codes', async () => {
  const { public_id } = await insertMessage(ctx, device, { public_id: 77 });

  expect((await get(`/v1/messages/${public_id}/media`)).json()).toMatchObject({ error: 'media_not_found' });
  expect((await get('/v1/messages/999999/media')).json()).toMatchObject({ error: 'message_not_found' });
  expect((await get('/v1/messages/x/media')).json()).toMatchObject({ error: 'message_not_found' });
});

test('another account gets 404', async () => {
  const { url } = await storedFile();
  const other = await service.customer();

  expect(await other.api('GET', url)).toMatchObject({ status: 404, body: { error: 'message_not_found' } });
  expect(await other.api('POST', `${url}/fetch`)).toMatchObject({ status: 404 });
});

test('a failed file can be asked for again, and its row waits', async () => {
  const { id, publicId } = await insertMedia(ctx, device, {
    state: 'failed',
    reason: 'unavailable',
    attempts: 6,
  });

  const answer = await shop.api('POST', `/v1/messages/${publicId}/media/fetch`);

  expect(answer).toMatchObject({
    status: 202,
    body: { state: 'waiting', reason: 'unavailable', kind: 'image' },
  });
  expect(await mediaOf(ctx, id)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('a file that waits after a failure says why, and can be asked for at once', async () => {
  const next = { attempts: 3, next_attempt_at: new Date(ctx.now().getTime() + 600_000) };
  const { id, publicId } = await insertMedia(ctx, device, { reason: 'unavailable', ...next });

  const answer = await get(`/v1/messages/${publicId}/media`);
  await shop.api('POST', `/v1/messages/${publicId}/media/fetch`);

  expect(answer.json()).toMatchObject({
    error: 'media_pending',
    message: expect.stringMatching(/unavailable/),
  });
  expect(await mediaOf(ctx, id)).toMatchObject({ state: 'waiting', attempts: 3, next_attempt_at: ctx.now() });
});

test('a file in work is not brought forward', async () => {
  const leaseEnd = new Date(ctx.now().getTime() + 60_000);
  const claim = { claim_id: randomUUID(), next_attempt_at: leaseEnd };
  const { id, publicId } = await insertMedia(ctx, device, claim);

  await shop.api('POST', `/v1/messages/${publicId}/media/fetch`);

  expect(await mediaOf(ctx, id)).toMatchObject({ ...claim });
});

test('a stored file is not fetched again', async () => {
  const { id, url } = await storedFile();

  expect(await shop.api('POST', `${url}/fetch`)).toMatchObject({ status: 202, body: { state: 'stored' } });
  expect(await mediaOf(ctx, id)).toMatchObject({ state: 'stored' });
});

test.each([
  ['read', 200],
  ['send', 403],
] as const)('a key with scope %s gets %i', async (scope, status) => {
  const { url } = await storedFile();
  const caller = await service.customerOf(shop.account, device.device_uuid, scope);

  expect(await caller.api('GET', url)).toMatchObject({ status });
  expect(await caller.api('POST', `${url}/fetch`)).toMatchObject({ status: 403 });
});

test('who sees a sent message reads the file that a colleague uploaded, until it is deleted', async () => {
  const id = await insertUpload(ctx, shop.account);
  const public_id = 7_001;
  await insertMessage(ctx, device, { public_id, type: 'image', media_url: uploadUrl(shop.account.id, id) });
  const agentOf = (...deviceIds: number[]) => ({ id: shop.account.id, deviceIds });

  const answer = await get(`/v1/messages/${public_id}/media`);
  const seen = await getMedia(ctx, agentOf(device.id), public_id);
  const foreign = getMedia(ctx, agentOf(device.id + 1), public_id);

  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
    200,
    'bytes',
    'image/jpeg',
  ]);
  expect(seen).toMatchObject({ file_id: id, state: 'stored', file_name: 'kue.jpg' });
  await expect(foreign).rejects.toMatchObject({ code: 'message_not_found' });
  await shop.api('DELETE', `/v1/media/${id}`);
  expect((await get(`/v1/messages/${public_id}/media`)).json().error).toBe('media_removed');
});

test('a full account sends on a file that it has, and no other one', async () => {
  const small = await service.customer();
  const own = await insertDevice(ctx, small.account);
  const store = async (bytes: Buffer) => {
    const columns = { state: 'stored', size: bytes.length, sha256: hashOf(bytes), source: null } as const;
    const { id, publicId } = await insertMedia(ctx, own, { ...columns, mimetype: 'image/jpeg' });
    await put((await mediaOf(ctx, id)).file_id, bytes);
    return `/v1/messages/${publicId}/media/copy`;
  };
  const [kept, further] = [await store(BYTES), await store(fileOf('jpeg', 6_000))];
  const first = await small.api('POST', kept);
  await ctx.pool.query('update plans set storage_bytes = 1 where name = $1', [small.account.plan.name]);
  ctx.clock.advance(SECOND);

  const [again, refused] = [await small.api('POST', kept), await small.api('POST', further)];

  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  expect([refused.status, refused.body.error]).toEqual([422, 'storage_limit_reached']);
});

test('the file of a message becomes an uploaded file once, or the answer says why not', async () => {
  const { url } = await storedFile(BYTES, { file_name: 'kue.jpg' });
  const removed = await storedFile(BYTES, { state: 'removed', reason: 'deleted', source: null });
  const expired = await storedFile(BYTES, { state: 'failed', reason: 'expired' });
  const copy = (of: string) => shop.api('POST', `${of}/copy`);

  const [first, again] = [await copy(url), await copy(url)];

  expect(first).toMatchObject({ status: 201, body: { type: 'image', file_name: 'kue.jpg' } });
  expect(again.body.id).toBe(first.body.id);
  expect((await get(`/v1/media/${first.body.id}/file`)).rawPayload.equals(BYTES)).toBe(true);
  const refused = [await copy(removed.url), await copy(expired.url)];
  expect(refused.map(({ body }) => body.error)).toEqual(['media_removed', 'media_unavailable']);
  expect(refused[1]?.body.message).toContain('WhatsApp has deleted it');
});
