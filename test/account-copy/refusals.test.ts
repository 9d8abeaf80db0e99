import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { exportAccount } from '../../src/app/account-copy/export.ts';
import { importAccount } from '../../src/app/account-copy/import.ts';
import { readText, readZip } from '../../src/app/account-copy/zip-reader.ts';
import { openZip } from '../../src/app/account-copy/zip-writer.ts';
import { removeUploads } from '../../src/assistant/knowledge/documents/upload-files.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import { testContext } from '../harness/context.ts';
import { LOCKS } from '../harness/locks.ts';
import { until } from '../harness/until.ts';
import { putFiles, richDatabase } from './rich-account.ts';

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'kurir-refused-'));
afterAll(() => rm(folder, { recursive: true }));
const { url } = await richDatabase(afterAll);
const env = { KURIR_DATA_DIR: join(folder, 'data'), KURIR_MEDIA_DIR: join(folder, 'files') };
const ctx = await testContext({ cleanup: afterAll, databaseUrl: url, env });
const files = await putFiles((text) => ctx.pool.query(text), env.KURIR_MEDIA_DIR);
const GOOD = join(folder, 'good.zip');
await exportAccount(ctx, files, 1, GOOD);
let zips = 0;

/** The good ZIP with other entries. Undefined: without it. */
async function changed(changes: Record<string, Buffer | string | undefined>, from = GOOD): Promise<string> {
  const path = join(folder, `changed-${++zips}.zip`);
  const [source, target] = [await readZip(from), openZip(path, new Date())];
  const names = (await listNames(from)).filter((name) => !(name in changes));
  for (const name of names) await target.add(name, await source.open(name));
  for (const [name, content] of Object.entries(changes))
    if (content !== undefined) await target.add(name, Readable.from([content]));
  await target.end();
  source.close();
  return path;
}

async function listNames(path: string): Promise<string[]> {
  const { default: yauzl } = await import('yauzl');
  const zip = await yauzl.openPromise(path);
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  return names;
}

async function manifestWith(change: object): Promise<string> {
  const zip = await readZip(GOOD);
  const parts: Buffer[] = [];
  for await (const part of await zip.open('manifest.json')) parts.push(part);
  zip.close();
  return JSON.stringify({ ...JSON.parse(Buffer.concat(parts).toString()), ...change });
}

/** What a failed import could leave. */
async function state() {
  const { rows } = await ctx.pool.query(`
    select (select count(*)::int from accounts) as accounts, (select count(*)::int from messages) as messages,
      (select count(*)::int from document_uploads where due_at > now()) as named`);
  return rows[0];
}

const flipped = async () => {
  const bytes = await readFile(GOOD);
  const name = 'tables/messages.jsonl';
  const at = bytes.indexOf(name) + name.length + 40;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
};
const cut = async () => (await readFile(GOOD)).subarray(0, 5_000);
const written = async (content: Promise<Buffer>) => {
  const path = join(folder, `changed-${++zips}.zip`);
  await writeFile(path, await content);
  return path;
};
const [TOO_NEW, TOO_OLD] = [9_999, 1].map((migrations) => ({ migrations, sha256: 'ab'.repeat(32) }));

test.each<[what: string, path: () => Promise<string>, problem: RegExp]>([
  ['no file', async () => join(folder, 'nowhere.zip'), /no such file/],
  ['another file', () => written(Promise.resolve(Buffer.from('Halo'))), /damaged, or no export/],
  ['the first part of a file', () => written(cut()), /damaged/],
  ['a file with a wrong byte', () => written(flipped()), /damaged/],
  [
    'a file of a newer version',
    async () => changed({ 'manifest.json': await manifestWith({ schema: TOO_NEW }) }),
    /Update this/,
  ],
  [
    'a file of an older version',
    async () => changed({ 'manifest.json': await manifestWith({ schema: TOO_OLD }) }),
    /export again/,
  ],
  [
    'another format',
    async () => changed({ 'manifest.json': await manifestWith({ format: 'x/9' }) }),
    /the format x\/9/,
  ],
  ['a wrong manifest', () => changed({ 'manifest.json': '{"format": 1}' }), /manifest.json is not/],
  ['changed rows', () => changed({ 'tables/labels.jsonl': '{"id":1}\n' }), /labels.jsonl has another length/],
  ['a missing table', () => changed({ 'tables/labels.jsonl': undefined }), /it has no tables\/labels/],
  [
    'an unknown entry',
    () => changed({ 'tables/../x.jsonl': 'x' }).catch(() => changed({ 'evil.sh': 'x' })),
    /unknown entry/,
  ],
  ['a bomb', () => changed({ 'tables/bomb.jsonl': Buffer.alloc(40 * 1024 * 1024) }), /unpack to far more/],
])('%s is refused with its reason, and leaves nothing', async (_what, path, problem) => {
  const before = await state();

  const refused = importAccount(ctx, files, await path());

  await expect(refused).rejects.toThrow(problem);
  expect(await state()).toEqual(before);
});

test('an error of the disk does not look like a damaged file', async () => {
  await expect(importAccount(ctx, files, folder)).rejects.toThrow('EISDIR');
});

test('a row that names a row of another account is refused', async () => {
  const before = await state();
  const { rows } = await ctx.pool.query('select max(id) as id from people where account_id = 1');
  const named = async (person: number) => {
    const zip = await readZip(GOOD);
    const text = await readText(zip, 'tables/conversations.jsonl', 1_000_000);
    zip.close();
    const content = text.replaceAll(/"person_id":\d+/g, `"person_id":${person}`);
    const { tables } = JSON.parse(await manifestWith({}));
    const changes = {
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: Buffer.byteLength(content),
    };
    const all = tables.map((table: { name: string }) =>
      table.name === 'conversations' ? { ...table, ...changes } : table,
    );
    return changed({
      'tables/conversations.jsonl': content,
      'manifest.json': await manifestWith({ tables: all }),
    });
  };

  const foreign = importAccount(ctx, files, await named(rows[0].id + 1_000));

  await expect(foreign).rejects.toThrow(
    /a row of conversations does not fit: null value in column "person_id"/,
  );
  expect(await state()).toEqual(before);
  await expect(importAccount(ctx, files, await named(rows[0].id))).resolves.toMatchObject({
    isRenamed: true,
  });
});

test('an import that is killed in its middle leaves nothing, and the next one works', async () => {
  const before = await state();
  const blocker = new pg.Client(url);
  await blocker.connect();
  onTestFinished(() => blocker.end());
  // The last table: everything before it is written.
  await blocker.query('begin; lock table webhooks in share row exclusive mode');
  const settings = { DATABASE_URL: url, KURIR_SECRET_KEY: 'ab'.repeat(32), LOG_LEVEL: 'silent', ...env };
  const child = spawn(process.execPath, [CLI, 'account', 'import', GOOD, '--json'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(said);
      const { rowCount } = await ctx.pool.query(
        `select from ${LOCKS} where not granted and relation = 'webhooks'::regclass`,
      );
      return rowCount ? true : undefined;
    },
    { what: 'the import at the last table' },
  );

  child.kill('SIGKILL');
  await ended;
  await blocker.query('rollback');
  await until(
    async () => {
      const { rowCount } = await ctx.pool.query(
        `select from pg_stat_activity where application_name = 'kurir command' and datname = current_database()`,
      );
      return rowCount === 0 ? true : undefined;
    },
    { what: 'the end of the killed transaction' },
  );

  const { named, ...rest } = await state();
  expect({ ...rest, named: 0 }).toEqual({ ...before, named: 0 });
  expect(named).toBeGreaterThan(0);
  const { accountId } = await importAccount(ctx, files, GOOD);
  expect(accountId).toBeGreaterThan(3);
  ctx.clock.advance(2 * DAY);
  expect(await removeUploads(ctx, files)).toBeGreaterThan(0);
  expect((await state()).named).toBe(0);
});
