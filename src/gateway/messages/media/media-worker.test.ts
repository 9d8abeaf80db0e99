import { createHash, randomUUID } from 'node:crypto';
import { readdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startBucket } from '../../../../test/harness/bucket.ts';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { insertMedia, mediaOf } from '../../../../test/harness/media-rows.ts';
import { openMediaWorker } from '../../../../test/harness/media-worker.ts';
import { lookup } from '../../../../test/harness/names.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { openBucketStore } from '../../../platform/lib/file-store/bucket-store.ts';
import { type FileStore, StoreUnavailable } from '../../../platform/lib/file-store/file-store.ts';
import {
  type FileOutcome,
  type FileRequest,
  type FileSource,
  failedFile,
} from '../../engines/inbound-file.ts';
import type { FileSources } from './file-fetch.ts';
import { withdrawMedia } from './media.ts';
import { deleteRemovedMedia, removeOldMedia } from './retention.ts';
import { claimMedia } from './store.ts';

const BYTES = fileOf('pdf', 1_000);

/** A provider that answers as `respond` says. */
function providing(respond: (request: FileRequest) => Promise<FileOutcome>): FileSources {
  const source: FileSource = { fetch: respond };
  const engines = { economy: source, official_cloud: source };
  return { live: engines, sandbox: engines };
}

async function save({ path }: FileRequest): Promise<FileOutcome> {
  await writeFile(path, BYTES, { mode: 0o600 });
  return { outcome: 'saved', size: BYTES.length, sha256: createHash('sha256').update(BYTES).digest() };
}

async function scene() {
  const ctx = await testContext();
  const account = await insertAccount(ctx, {}, 'live');
  const device = await insertDevice(ctx, account);
  return { ctx, device };
}

const settled = (ctx: TestContext, id: number, state: string) =>
  until(async () => (await mediaOf(ctx, id)).state === state, { what: `state ${state}` });

const attempted = (ctx: TestContext, id: number) =>
  until(
    async () => {
      const row = await mediaOf(ctx, id);
      return row.reason !== null && row.claim_id === null ? row : undefined;
    },
    { what: 'an attempt' },
  );

test('a temporary failure is retried with rising waits, and fails after the last one', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const { worker } = await openMediaWorker(ctx, {
    sources: providing(async () => failedFile('unavailable')),
  });
  worker.start();
  const waits: number[] = [];

  for (let attempts = 1; attempts <= 5; attempts += 1) {
    const row = await until(async () => {
      const found = await mediaOf(ctx, id);
      return found.attempts === attempts && found.claim_id === null ? found : undefined;
    });
    waits.push(row.next_attempt_at.getTime() - ctx.now().getTime());
    ctx.clock.set(row.next_attempt_at);
  }
  await settled(ctx, id, 'failed');

  expect(waits).toEqual([30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE, 360 * MINUTE]);
  expect(await mediaOf(ctx, id)).toMatchObject({ reason: 'unavailable', attempts: 6, claim_id: null });
});

test.each(['expired', 'too_large', 'hash_mismatch'] as const)('a final %s fails at once', async (reason) => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const { worker } = await openMediaWorker(ctx, { sources: providing(async () => failedFile(reason, true)) });

  worker.start();
  await settled(ctx, id, 'failed');

  expect(await mediaOf(ctx, id)).toMatchObject({ reason, attempts: 1 });
});

test('a file that is announced larger than its limit is not fetched', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device, { size: 17 * 1024 * 1024 });
  const { worker } = await openMediaWorker(ctx, {
    sources: providing(async () => {
      throw new Error('fetched');
    }),
  });

  worker.start();
  await settled(ctx, id, 'failed');

  expect(await mediaOf(ctx, id)).toMatchObject({ reason: 'too_large' });
});

longTest('an account with a long backlog does not delay another one', async () => {
  const { ctx, device } = await scene();
  const busy: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (let n = 0; n < 30; n += 1) await insertMedia(ctx, device);
  const other = await insertDevice(ctx, await insertAccount(ctx, {}, 'live'));
  const { id } = await insertMedia(ctx, other, {}, '{"other":true}');
  let most = 0;
  const { worker } = await openMediaWorker(ctx, {
    sources: providing(async (request) => {
      if (request.source.includes('other')) return save(request);
      busy.push(request.path);
      most = Math.max(most, busy.length);
      await released;
      busy.pop();
      return save(request);
    }),
  });

  worker.start();
  await settled(ctx, id, 'stored');
  await until(() => busy.length === 2);
  const inWork = busy.length;
  release();

  expect(inWork).toBeLessThanOrEqual(2);
  await until(async () => {
    const waiting = await tablesOf(ctx.db)
      .selectFrom('message_media')
      .where('state', '=', 'waiting')
      .selectAll()
      .execute();
    return waiting.length === 0;
  });
  expect(most).toBe(2);
});

test('two workers fetch each file once', async () => {
  const { ctx, device } = await scene();
  const fetched: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    await insertMedia(ctx, await insertDevice(ctx, await insertAccount(ctx, {}, 'live')), {}, `{"n":${n}}`);
    await insertMedia(ctx, device, {}, `{"same":${n}}`);
  }
  const sources = providing(async (request) => {
    fetched.push(request.source);
    return save(request);
  });
  const workers = [await openMediaWorker(ctx, { sources }), await openMediaWorker(ctx, { sources })];

  for (const { worker } of workers) worker.start();
  await until(async () => {
    const stored = await tablesOf(ctx.db)
      .selectFrom('message_media')
      .where('state', '=', 'stored')
      .selectAll()
      .execute();
    return stored.length === 40;
  });

  expect(new Set(fetched).size).toBe(40);
  expect(fetched).toHaveLength(40);
});

test('after a kill another worker goes on at the end of the lease', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const now = ctx.now();
  const lease = { claimId: randomUUID(), now, leaseEnd: new Date(now.getTime() + MINUTE) };
  await claimMedia(ctx.db, { after: 0, full: [], limit: 1, ...lease });
  const { worker } = await openMediaWorker(ctx, { sources: providing(save) });

  worker.start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = await mediaOf(ctx, id);
  ctx.clock.advance(MINUTE);
  await settled(ctx, id, 'stored');

  expect(before).toMatchObject({ state: 'waiting', attempts: 1, claim_id: lease.claimId });
  expect(await mediaOf(ctx, id)).toMatchObject({ attempts: 2 });
});

test('a worker that stops releases its files at once, and counts no attempt', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const { worker, folder } = await openMediaWorker(ctx, {
    sources: providing(async ({ signal, path }) => {
      await writeFile(path, 'half of a file');
      start();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return failedFile('unavailable');
    }),
  });
  worker.start();
  await started;

  await worker.stop();

  expect(await mediaOf(ctx, id)).toMatchObject({ state: 'waiting', claim_id: null, attempts: 0 });
  expect(await readdir(folder)).toEqual([]);
});

test('while the storage is unavailable files wait, no attempt counts, and nothing is lost', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  let isFull = true;
  const kept: string[] = [];
  const files: FileStore = {
    async put(name) {
      if (isFull) throw new StoreUnavailable('ENOSPC');
      kept.push(name);
    },
    open: async () => null,
    remove: async () => {},
    close: async () => {},
  };
  const { worker } = await openMediaWorker(ctx, { files, sources: providing(save), storagePauseMs: 50 });
  worker.start();

  const waiting = await attempted(ctx, id);
  isFull = false;
  ctx.clock.set(waiting.next_attempt_at);
  await settled(ctx, id, 'stored');

  expect(waiting).toMatchObject({ state: 'waiting', reason: 'storage_unavailable', attempts: 0 });
  expect(kept).toEqual([waiting.file_id]);
});

test('a disk without room is left to the database', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const { worker } = await openMediaWorker(ctx, { sources: providing(save), reserveBytes: 2 ** 60 });

  worker.start();

  expect(await attempted(ctx, id)).toMatchObject({ state: 'waiting', reason: 'storage_unavailable' });
});

test('a file that does not fit waits, and smaller ones are fetched', async () => {
  const { ctx, device } = await scene();
  const { bavail, bsize } = await statfs(tmpdir());
  const large = await insertMedia(ctx, device, { size: bavail * bsize, kind: 'document' });
  const { worker } = await openMediaWorker(ctx, {
    sources: providing(save),
    maxBytes: { image: 2 ** 60, video: 2 ** 60, audio: 2 ** 60, document: 2 ** 60 },
    storagePauseMs: 60 * SECOND,
  });

  worker.start();
  const waiting = await attempted(ctx, large.id);
  const { id } = await insertMedia(ctx, device, { size: BYTES.length });
  await settled(ctx, id, 'stored');

  expect(waiting).toMatchObject({ state: 'waiting', reason: 'storage_unavailable', attempts: 0 });
});

test('a source that cannot be read is a failed attempt, and the last one ends the fetch', async () => {
  const { ctx, device } = await scene();
  const columns = { source: Buffer.from('sealed with another key') };
  const first = await insertMedia(ctx, device, columns);
  const last = await insertMedia(ctx, device, { ...columns, attempts: 5 });
  const { worker } = await openMediaWorker(ctx, { sources: providing(save) });

  worker.start();
  await settled(ctx, last.id, 'failed');

  expect(await attempted(ctx, first.id)).toMatchObject({ state: 'waiting', reason: 'unavailable' });
  expect(await mediaOf(ctx, last.id)).toMatchObject({ reason: 'unavailable', attempts: 6 });
});

test('a file whose attempts all end with their processes fails', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device, { attempts: 6 });
  const { worker } = await openMediaWorker(ctx, { sources: providing(save) });

  worker.start();
  await settled(ctx, id, 'failed');

  expect(await mediaOf(ctx, id)).toMatchObject({ reason: 'unavailable' });
});

test('the file of a message that its customer deletes is deleted, also in the middle of its fetch', async () => {
  const { ctx, device } = await scene();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const first = await insertMedia(ctx, device, {}, '{"n":1}');
  const { worker, files } = await openMediaWorker(ctx, {
    sources: providing(async (request) => {
      if (request.source.includes('2')) {
        start();
        await released;
      }
      return save(request);
    }),
  });
  worker.start();
  await settled(ctx, first.id, 'stored');
  const second = await insertMedia(ctx, device, {}, '{"n":2}');
  await started;

  await ctx.db.transaction((tx) => withdrawMedia(tx, [first.id, second.id]));
  const removed = await deleteRemovedMedia(ctx, files);
  release();
  await worker.stop();
  ctx.clock.advance(MINUTE);
  const late = await deleteRemovedMedia(ctx, files);

  expect([removed, late]).toEqual([1, 1]);
  for (const { id } of [first, second]) {
    const { file_id, ...row } = await mediaOf(ctx, id);
    expect(row).toMatchObject({ state: 'removed', reason: 'deleted', source: null });
    expect(await files.open(file_id, null)).toBeNull();
  }
});

test('a file that a killed attempt stores after its message is deleted is deleted too', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const { files, folder } = await openMediaWorker(ctx, { sources: providing(save) });
  const now = ctx.now();
  const lease = { claimId: randomUUID(), now, leaseEnd: new Date(now.getTime() + MINUTE) };
  await claimMedia(ctx.db, { after: 0, full: [], limit: 1, ...lease });
  const { file_id } = await mediaOf(ctx, id);

  await ctx.db.transaction((tx) => withdrawMedia(tx, [id]));
  const early = await deleteRemovedMedia(ctx, files);
  const local = path.join(folder, 'local');
  await writeFile(local, BYTES);
  await files.put(file_id, { path: local, size: BYTES.length, sha256: Buffer.alloc(32) });
  ctx.clock.advance(MINUTE);
  const late = await deleteRemovedMedia(ctx, files);

  expect([early, late]).toEqual([0, 1]);
  expect(await files.open(file_id, null)).toBeNull();
  expect((await mediaOf(ctx, id)).removed_at).not.toBeNull();
});

test('a file that cannot be deleted stays for a later run, and delays no other', async () => {
  const { ctx, device } = await scene();
  const locked = await insertMedia(ctx, device, { state: 'failed', source: null });
  const others: number[] = [];
  for (let n = 0; n < 3; n += 1)
    others.push((await insertMedia(ctx, device, { state: 'failed', source: null })).id);
  const { file_id } = await mediaOf(ctx, locked.id);
  let isLocked = true;
  const files: FileStore = {
    put: async () => {},
    open: async () => null,
    async remove(name) {
      if (isLocked && name.startsWith(file_id)) throw new StoreUnavailable('EACCES');
    },
    close: async () => {},
  };
  ctx.clock.advance(91 * 24 * 60 * MINUTE);

  const first = await removeOldMedia(ctx, files);
  const deleted = await Promise.all(others.map(async (id) => (await mediaOf(ctx, id)).removed_at !== null));
  isLocked = false;
  ctx.clock.advance(10 * MINUTE);
  const second = await removeOldMedia(ctx, files);

  expect([first, second]).toEqual([3, 1]);
  expect(deleted).toEqual([true, true, true]);
  expect((await mediaOf(ctx, locked.id)).removed_at).not.toBeNull();
});

test('an operator who switches the fetch off keeps the files', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device, { state: 'failed', source: null });
  const { files } = await openMediaWorker(ctx, { sources: providing(save) });
  ctx.clock.advance(4_000 * 24 * 60 * MINUTE);
  ctx.config.KURIR_MEDIA_DAYS = 0;

  const removed = await removeOldMedia(ctx, files);

  expect(removed).toBe(0);
  expect(await mediaOf(ctx, id)).toMatchObject({ state: 'failed', removed_at: null });
});

test('a bucket that comes back gets the files, and the retention removes them again', async () => {
  const { ctx, device } = await scene();
  const { id } = await insertMedia(ctx, device);
  const bucket = await startBucket();
  const files = openBucketStore(bucket, lookup);
  const { worker } = await openMediaWorker(ctx, { files, sources: providing(save) });
  worker.start();
  await settled(ctx, id, 'stored');
  const { file_id } = await mediaOf(ctx, id);
  const stored = await files.open(file_id, null);
  stored?.resume();

  const early = await removeOldMedia(ctx, files);
  ctx.clock.advance(91 * 24 * 60 * MINUTE);
  const removed = await removeOldMedia(ctx, files);

  expect([early, removed]).toEqual([0, 1]);
  expect(await mediaOf(ctx, id)).toMatchObject({ state: 'removed', source: null });
  expect(stored).not.toBeNull();
  expect(await files.open(file_id, null)).toBeNull();
});
