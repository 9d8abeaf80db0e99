import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../test/harness/context.ts';
import { enqueueDue, runJobs } from '../../../../test/harness/jobs.ts';
import { mediaFolder } from '../../../../test/harness/media-folder.ts';
import { openService } from '../../../../test/harness/service.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { type FileStore, StoreUnavailable } from '../../../platform/lib/file-store/file-store.ts';
import { openFolderStore } from '../../../platform/lib/file-store/folder-store.ts';
import { addDocument, getDocument } from './document.ts';
import { documentJob } from './document-job.ts';
import { MAX_DOCUMENTS } from './schema.ts';
import { removeUploads } from './upload-files.ts';

const { KURIR_MEDIA_DIR: kept } = await mediaFolder(afterAll);
useSettings({ KURIR_MEDIA_DIR: kept });
const folder = await mkdtemp(join(tmpdir(), 'kurir-uploads-'));
afterAll(() => rm(folder, { recursive: true }));
const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const files = openFolderStore(kept);
const readAll = (from = files) => runJobs(ctx, [documentJob(ctx, async () => ({ folder, files: from }))]);
const TEXT = 'Garansi satu tahun untuk semua barang.';

beforeEach(async () => {
  await ctx.pool.query('delete from documents');
  ctx.clock.advance(MINUTE);
  await removeUploads(ctx, files);
});

async function shop(store: FileStore = files) {
  const { account, api } = await service.customer();
  async function add(text = TEXT) {
    const path = join(folder, 'upload');
    await writeFile(path, text, { mode: 0o600 });
    const document = { title: 'Garansi', format: 'txt', size: Buffer.byteLength(text), path } as const;
    return (await addDocument({ ctx, files: store }, account, document)).document_uuid;
  }
  return { account, api, add, show: (uuid: string) => getDocument(ctx.db, account, uuid) };
}

async function keptFiles(): Promise<string[]> {
  const entries = await readdir(kept, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
}

const rowsOf = async (table: 'document_files' | 'document_uploads') =>
  (await ctx.pool.query(`select from ${table}`)).rowCount;

/** A document of an account that has as many as it may. */
async function oneTooMany() {
  const { account, add } = await shop();
  await ctx.pool.query(
    `insert into documents (account_id, title, format, size, state, turn_at, created_at, updated_at)
     select $1, 'x', 'txt', 1, 'ready', now(), now(), now() from generate_series(1, $2::int)`,
    [account.id, MAX_DOCUMENTS],
  );
  return add();
}

test('the bytes of a document lie outside the database, and a job removes them after the reading', async () => {
  const { add, show } = await shop();

  const uuid = await add();
  const unread = [(await keptFiles()).length, await rowsOf('document_files')];
  const early = await removeUploads(ctx, files);
  await readAll();
  const removed = await removeUploads(ctx, files);

  expect([unread, early, removed]).toEqual([[1, 0], 0, 1]);
  expect(await show(uuid)).toMatchObject({ state: 'ready', passages: 1 });
  expect([await keptFiles(), await rowsOf('document_uploads')]).toEqual([[], 0]);
});

test('the file of a deleted document is removed', async () => {
  const { add, api } = await shop();
  const uuid = await add();

  await api('DELETE', `/v1/knowledge/documents/${uuid}`);
  await removeUploads(ctx, files);

  expect([await keptFiles(), await rowsOf('document_uploads')]).toEqual([[], 0]);
});

test('a refused upload leaves no file behind', async () => {
  await expect(oneTooMany()).rejects.toMatchObject({ code: 'knowledge_limit_reached' });

  expect([await keptFiles(), await rowsOf('document_uploads')]).toEqual([[], 0]);
});

test('an upload that takes longer than its name is reserved is refused', async () => {
  const put: FileStore['put'] = async (...file) => {
    await files.put(...file);
    ctx.clock.advance(5 * MINUTE);
  };
  const { add } = await shop({ ...files, put });

  await expect(add()).rejects.toMatchObject({ code: 'service_unavailable' });

  expect([await keptFiles(), await rowsOf('document_uploads')]).toEqual([[], 0]);
});

test.each([
  ['a full disk', 'ENOSPC', 'storage_low'],
  ['a storage that does not answer', 'ETIMEDOUT', 'service_unavailable'],
])('%s refuses an upload', async (_, code, refusal) => {
  const cause = Object.assign(new Error(code), { code });
  const put = () => Promise.reject(new StoreUnavailable(code, { cause }));
  const { account, add } = await shop({ ...files, put });

  await expect(add()).rejects.toMatchObject({ code: refusal });

  const { rows } = await ctx.pool.query('select from documents where account_id = $1', [account.id]);
  expect(rows).toEqual([]);
});

test.each<[string, (file: string) => Promise<void>]>([
  ['is gone', (file) => rm(file)],
  ['is cut off', (file) => truncate(file, 5)],
])('a document fails with its reason when its file %s', async (_, spoil) => {
  const { add, show } = await shop();
  const uuid = await add();
  for (const file of await keptFiles()) await spoil(file);

  await readAll();

  expect(await show(uuid)).toMatchObject({ state: 'failed', problem: 'file_lost' });
  expect(await readAll()).toBe(0);
});

test('while the storage does not answer, a document waits, and no attempt counts', async () => {
  const { add, show } = await shop();
  const uuid = await add();
  const silent = { ...files, open: () => Promise.reject(new StoreUnavailable('timeout')) };

  const runs: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    runs.push(await readAll(silent));
    ctx.clock.advance(30 * SECOND);
  }
  await readAll();

  expect(runs).toEqual([1, 1, 1, 1, 1]);
  expect(await show(uuid)).toMatchObject({ state: 'ready' });
});

test('a document of an earlier version is read from the database, and its bytes disappear', async () => {
  const { account, show } = await shop();
  const { rows } = await ctx.pool.query(
    `insert into documents (account_id, title, format, size, turn_at, created_at, updated_at)
     values ($1, 'Garansi', 'txt', 38, now(), now(), now()) returning id, document_uuid`,
    [account.id],
  );
  for (const [place, part] of [TEXT.slice(0, 20), TEXT.slice(20)].entries())
    await ctx.pool.query('insert into document_files values ($1, $2, $3)', [
      rows[0].id,
      place,
      Buffer.from(part),
    ]);

  await enqueueDue(ctx, [documentJob(ctx, async () => ({ folder, files }))]);
  await readAll();

  expect(await show(rows[0].document_uuid)).toMatchObject({ state: 'ready', passages: 1 });
  expect(await rowsOf('document_files')).toBe(0);
});

test('a process of an earlier version, which sees no bytes, loses no document', async () => {
  const { add, show } = await shop();
  const uuid = await add();

  for (let n = 0; n < 5; n += 1) {
    await ctx.pool.query(
      `update documents set state = 'reading', attempts = attempts + 1, claim_id = $1, claimed_until = $2`,
      ['0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20', ctx.now()],
    );
    const { rowCount } = await ctx.pool.query(
      `update documents set state = 'failed', problem = 'no_text', claim_id = null
       where claim_id = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20'`,
    );
    expect(rowCount).toBe(0);
  }
  await readAll();

  expect(await show(uuid)).toMatchObject({ state: 'ready', passages: 1 });
});

test('a file that the storage does not remove is tried again later', async () => {
  const { add } = await shop();
  await add();
  await readAll();
  const locked = { ...files, remove: () => Promise.reject(new StoreUnavailable('EACCES')) };

  const removed = [await removeUploads(ctx, locked), await removeUploads(ctx, files)];
  ctx.clock.advance(10 * MINUTE);
  removed.push(await removeUploads(ctx, files));

  expect(removed).toEqual([0, 0, 1]);
});
