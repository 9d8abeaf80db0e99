import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../test/harness/context.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { insertMedia, mediaOf } from '../../../../test/harness/media-rows.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { openFolderStore } from '../../../platform/lib/file-store/folder-store.ts';
import { fileUrl } from './link.ts';
import { removeOldMedia } from './retention.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'kurir-media-links-'));
afterAll(() => rm(folder, { recursive: true }));
const SETTINGS = {
  KURIR_MEDIA_DIR: path.join(folder, 'media'),
  KURIR_PUBLIC_URL: 'https://kurir.example/gateway/',
};
useSettings(SETTINGS);
const ctx = await testContext({ cleanup: afterAll, env: SETTINGS });
const service = await openService(ctx);
const shop = await service.customer();
const device = await insertDevice(ctx, shop.account);
const files = openFolderStore(SETTINGS.KURIR_MEDIA_DIR);
const BYTES = fileOf('pdf', 5_000);

async function linked(columns: Parameters<typeof insertMedia>[2] = {}) {
  const sha256 = createHash('sha256').update(BYTES).digest();
  const about = { state: 'stored', mimetype: 'application/pdf', file_name: 'Faktur.pdf' } as const;
  const { id } = await insertMedia(ctx, device, {
    ...{ ...about, size: BYTES.length, sha256, source: null },
    ...columns,
  });
  const source = path.join(folder, 'source');
  await writeFile(source, BYTES);
  await files.put((await mediaOf(ctx, id)).file_id, { path: source, size: BYTES.length, sha256 });
  const url = fileUrl(ctx, id);
  return { id, url, path: new URL(url).pathname.replace('/gateway', '') };
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.http.inject({ method, url, headers });

test('the address answers its file without a key, also in parts', async () => {
  const { url, path } = await linked();

  const [whole, part, head] = [
    await get(path),
    await get(path, { range: 'bytes=10-19' }),
    await get(path, {}, 'HEAD'),
  ];

  expect(url).toMatch(/^https:\/\/kurir\.example\/gateway\/files\/[\w-]{60}$/);
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(BYTES)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Faktur.pdf"; filename*=UTF-8''Faktur.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  });
  expect([part.statusCode, part.rawPayload.equals(BYTES.subarray(10, 20))]).toEqual([206, true]);
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
});

test('another token has no file: a changed one, a sealed value of another purpose, or an id', async () => {
  const { id, path } = await linked();
  const token = path.slice('/files/'.length);
  const flipped = (place: number) => {
    const bytes = Buffer.from(token, 'base64url');
    bytes.writeUInt8((bytes[place] ?? 0) ^ 1, place);
    return bytes.toString('base64url');
  };
  const other = ctx.box.seal(Buffer.from(String(id)), `message_media|${id}`).toString('base64url');

  const tokens = [
    flipped(0),
    flipped(5),
    flipped(13),
    flipped(29),
    token.slice(0, -3),
    other,
    `${id}`,
    '%00',
  ];
  const answers = await Promise.all(tokens.map((each) => get(`/files/${each}`)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(tokens.map(() => 404));
});

test.each([
  [{ state: 'waiting', source: Buffer.from('x') }, 409, 'media_pending'],
  [{ state: 'failed', reason: 'expired' }, 409, 'media_unavailable'],
  [{ state: 'removed' }, 410, 'media_removed'],
] as const)('a file in the state of %j answers %i %s', async (columns, status, error) => {
  const { path } = await linked(columns);

  const answer = await get(path);

  expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
});

test('the address ends with the days of the file', async () => {
  const { path } = await linked({ created_at: new Date(ctx.now().getTime() - 91 * 86_400_000) });
  const before = await get(path);

  await removeOldMedia(ctx, files);

  expect([before.statusCode, (await get(path)).statusCode]).toEqual([200, 410]);
});
