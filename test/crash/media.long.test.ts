import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { testContext } from '../harness/context.ts';
import { insertMedia, mediaOf } from '../harness/media-rows.ts';
import { pictureOf } from '../harness/pictures.ts';
import { insertAccount, insertDevice } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { MEDIA_POINTS, MEDIA_PROCESS_NAME, type MediaPoint, startMediaProcess } from './media-process.ts';

const PROCESS = fileURLToPath(new URL('./media-process.ts', import.meta.url));
/** A busy disk can take long. */
const BUSY_MS = 60_000;
const SECRET_KEY = 'cd'.repeat(32);

const ctx = await testContext({ cleanup: afterAll, parts: { box: createSecretBox(SECRET_KEY) } });
const device = await insertDevice(ctx, await insertAccount(ctx));
const picture = await pictureOf('image/png', 600, 400);

async function openFolders() {
  const root = await mkdtemp(path.join(tmpdir(), 'kurir-media-crash-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const original = path.join(root, 'original.png');
  await writeFile(original, picture);
  return { dataDir: path.join(root, 'data'), original, databaseUrl: ctx.databaseUrl, secretKey: SECRET_KEY };
}

type Folders = Awaited<ReturnType<typeof openFolders>>;

/** PostgreSQL can still run a last claim of the dead process, which would take what is free by then. */
async function connectionsEnd(): Promise<void> {
  const left = `select from pg_stat_activity where datname = current_database() and application_name = $1`;
  const areGone = async () => (await ctx.pool.query(left, [MEDIA_PROCESS_NAME])).rowCount === 0;
  await until(areGone, { timeoutMs: BUSY_MS, what: 'the end of the connections' });
}

async function fetchAndDie(folders: Folders, point: MediaPoint): Promise<string | null> {
  const options = JSON.stringify({ ...folders, point });
  const child = spawn(process.execPath, [PROCESS, options], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [, signal] = await once(child, 'exit');
  await connectionsEnd();
  return signal;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test.each(MEDIA_POINTS)(
  'a fetch that kill -9 ends when it is %s is finished by the next worker',
  { timeout: 2 * BUSY_MS },
  async (point) => {
    const folders = await openFolders();
    const { id } = await insertMedia(ctx, device, { mimetype: 'image/png', next_attempt_at: new Date(0) });

    const signal = await fetchAndDie(folders, point);
    const between = await mediaOf(ctx, id);
    // The lease of the dead worker ends.
    await ctx.pool.query(`update message_media set next_attempt_at = '-infinity' where state = 'waiting'`);
    const next = await startMediaProcess({ ...folders, point: null });
    onTestFinished(() => next.stop());
    const row = await until(
      async () => {
        const found = await mediaOf(ctx, id);
        return found.state !== 'waiting' && found;
      },
      { timeoutMs: BUSY_MS, what: 'the end of the fetch' },
    );
    const kept = await next.files.open(row.file_id, null);
    const bytes = kept && (await buffer(kept));
    await next.stop();
    const left = await filesIn(folders.dataDir);

    expect(signal).toBe('SIGKILL');
    expect(between.state).toBe(point === 'settled' ? 'stored' : 'waiting');
    expect(row).toMatchObject({
      ...{ state: 'stored', reason: null, claim_id: null, has_thumbnail: true, size: picture.length },
      sha256: createHash('sha256').update(picture).digest(),
    });
    expect(bytes?.equals(picture)).toBe(true);
    // No half file is left.
    expect(left.sort()).toEqual([row.file_id, `${row.file_id}.thumbnail`]);
  },
);
