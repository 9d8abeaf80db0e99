import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { filesBelow } from '../../../test/harness/uploads.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { type FileStore, StoreUnavailable } from '../../platform/lib/file-store/file-store.ts';
import { openFolderStore } from '../../platform/lib/file-store/folder-store.ts';
import { localFile } from '../../platform/lib/file-store/local-file.ts';
import { keepUpload, removeUploads, type UploadParts } from './upload.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'kurir-keep-upload-'));
afterAll(() => rm(folder, { recursive: true }));
const ctx = await testContext({ cleanup: afterAll });
const account = await insertAccount(ctx);
const stored = openFolderStore(path.join(folder, 'media'));
const LIMIT = 1_000;
const pictures: UploadParts['pictures'] = {
  thumbnail: async () => 'none',
  convert: async () => null,
  close: async () => {},
};

async function keep(files: Partial<FileStore>) {
  const source = path.join(folder, 'source');
  await writeFile(source, 'Buka jam 9.');
  const parts = {
    pictures,
    files: { ...stored, ...files },
    maxBytes: { image: LIMIT, audio: LIMIT, video: LIMIT, document: LIMIT },
  };
  const file = { ...(await localFile(source)), name: 'jam.txt', contentType: null };
  return keepUpload(ctx, parts, { account, staff: null }, file, undefined);
}

const left = async () => [
  (await ctx.pool.query('select from uploads')).rowCount,
  (await filesBelow(path.join(folder, 'media'))).length,
];

test.each([
  ['a full disk', 'ENOSPC', 'storage_low'],
  ['a storage that does not answer', 'ETIMEDOUT', 'service_unavailable'],
])('%s refuses a file, and nothing is left', async (_, code, refusal) => {
  const cause = Object.assign(new Error(code), { code });
  const put = () => Promise.reject(new StoreUnavailable(code, { cause }));

  await expect(keep({ put })).rejects.toMatchObject({ code: refusal });

  expect(await left()).toEqual([0, 0]);
});

test('a file that is stored too slowly is refused, and nothing is left', async () => {
  const put: FileStore['put'] = async (...file) => {
    await stored.put(...file);
    ctx.clock.advance(5 * MINUTE);
  };

  await expect(keep({ put })).rejects.toMatchObject({ code: 'service_unavailable' });

  expect(await left()).toEqual([0, 0]);
});

test('a file whose process dies between storage and row is swept', async () => {
  const put: FileStore['put'] = async (...file) => {
    await stored.put(...file);
    throw new StoreUnavailable('killed');
  };
  // A dead process gives nothing up.
  const remove = () => Promise.reject(new StoreUnavailable('killed'));
  await expect(keep({ put, remove })).rejects.toThrow();
  const between = await left();

  const swept = await removeUploads(ctx, stored, async () => []);

  expect([between, swept, await left()]).toEqual([[1, 1], 1, [0, 0]]);
});
