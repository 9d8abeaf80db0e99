import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { addDocument } from '../../src/assistant/knowledge/documents/document.ts';
import { documentJob } from '../../src/assistant/knowledge/documents/document-job.ts';
import { removeUploads } from '../../src/assistant/knowledge/documents/upload-files.ts';
import { chooseAccount } from '../../src/platform/accounts/choice.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { openFolderStore } from '../../src/platform/lib/file-store/folder-store.ts';
import { testContext } from '../harness/context.ts';
import { runJobs } from '../harness/jobs.ts';
import { insertAccount } from '../harness/rows.ts';
import { type DocumentProcess, READ_POINTS, UPLOAD_POINTS } from './document-process.ts';

const PROCESS = fileURLToPath(new URL('./document-process.ts', import.meta.url));
const TEXT = 'Garansi satu tahun untuk semua barang.';
/** Longer than an upload and a claim, with what the clocks of both processes differ. */
const LEASE_MS = 6 * MINUTE;

const ctx = await testContext({ cleanup: afterAll });

async function scene() {
  const root = await mkdtemp(path.join(tmpdir(), 'kurir-document-crash-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const { id: accountId } = await insertAccount(ctx);
  const [original, folder] = [path.join(root, 'original.txt'), path.join(root, 'data')];
  await writeFile(original, TEXT, { mode: 0o600 });
  const files = openFolderStore(path.join(folder, 'media'));
  return {
    files,
    original,
    account: await chooseAccount(ctx, accountId),
    async die(point: DocumentProcess['point']) {
      const options = { databaseUrl: ctx.databaseUrl, accountId, original, folder, point };
      const child = spawn(process.execPath, [PROCESS, JSON.stringify(options)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      return (await once(child, 'exit'))[1];
    },
    /** What the next process makes of it. */
    async goOn() {
      ctx.clock.advance(LEASE_MS);
      const job = documentJob(ctx, async () => ({ folder: root, files }));
      await runJobs(ctx, [job]);
      await removeUploads(ctx, files);
    },
    async documents() {
      const { rows } = await ctx.pool.query('select state, passages from documents where account_id = $1', [
        accountId,
      ]);
      return rows;
    },
    async left() {
      const { rowCount } = await ctx.pool.query('select from document_uploads');
      const entries = await readdir(path.join(folder, 'media'), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      return { rows: rowCount, files: entries.filter((entry) => entry.isFile()).length };
    },
  };
}

const READ = { state: 'ready', passages: 1 };

test.each(UPLOAD_POINTS)(
  'an upload that kill -9 ends when it is %s is kept as a whole, or not at all',
  async (point) => {
    const { die, goOn, documents, left } = await scene();

    const signal = await die(point);
    const between = await left();
    await goOn();

    expect([signal, between]).toEqual(['SIGKILL', { rows: 1, files: point === 'named' ? 0 : 1 }]);
    expect(await documents()).toEqual(point === 'committed' ? [READ] : []);
    expect(await left()).toEqual({ rows: 0, files: 0 });
  },
);

test.each(READ_POINTS)(
  'a document whose reader kill -9 ends when it is %s is read by the next one',
  async (point) => {
    const { account, die, files, goOn, documents, left, original } = await scene();
    const document = { title: 'Garansi', format: 'txt', size: TEXT.length, path: original } as const;
    await addDocument({ ctx, files }, account, document);

    const signal = await die(point);
    const between = await left();
    await goOn();

    expect([signal, between]).toEqual(['SIGKILL', { rows: 1, files: 1 }]);
    expect(await documents()).toEqual([READ]);
    expect(await left()).toEqual({ rows: 0, files: 0 });
  },
);
