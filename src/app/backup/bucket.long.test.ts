import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../test/harness/bucket.ts';
import { testConfig, testContext } from '../../../test/harness/context.ts';
import { ask } from '../../../test/harness/postgres-folder.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { tcpProxy } from '../../../test/harness/tcp-proxy.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { openBucketClient } from '../../platform/lib/file-store/bucket-client.ts';
import { bucketObjects } from '../../platform/lib/file-store/bucket-objects.ts';
import { StoreUnavailable } from '../../platform/lib/file-store/file-store.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { openNames } from '../../platform/lib/names/names.ts';
import { startEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { databaseIdOf } from '../operator/origin/origin.ts';
import { loadSecretKey, proveSecretKey } from '../processes/secret-key.ts';
import { registerBackupCommands } from './commands.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

const PASSPHRASE = { KURIR_BACKUP_PASSPHRASE: 'dua belas huruf' };
/** More than one part of an upload. */
const LARGE = randomBytes(40 * MEBIBYTE);
const settings = { fsync: 'off' };

const { folder: dataDir } = await preparedInstallation({}, afterAll);
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
const folder = await mkdtemp(join(tmpdir(), 'kurir-bucket-'));
const bucket = await startBucket(afterAll);
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});
await mkdir(join(folder, 'media'));
await writeFile(join(folder, 'media', 'large'), LARGE);
const target = `s3://${bucket.name}/nightly`;
const access = {
  KURIR_S3_ENDPOINT: bucket.endpoint,
  KURIR_S3_ACCESS_KEY_ID: bucket.accessKeyId,
  KURIR_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
};
const own = { KURIR_DATA_DIR: dataDir, KURIR_MEDIA_DIR: join(folder, 'media'), ...PASSPHRASE };
const box = createSecretBox(await loadSecretKey(testConfig(own)));
const contextAt = (endpoint: string) =>
  testContext({
    databaseUrl: postgres.url,
    parts: { box, config: testConfig({ ...own, ...access, KURIR_S3_ENDPOINT: endpoint }) },
    cleanup: afterAll,
  });
const proxy = await tcpProxy(bucket.endpoint, afterAll);
const [ctx, far] = [await contextAt(bucket.endpoint), await contextAt(proxy.url)];
await proveSecretKey(ctx.db, box);
await insertAccount(ctx);

const names = openNames();
const client = openBucketClient(bucket, names.lookup);
afterAll(async () => {
  await client.close();
  names.close();
});
const objects = bucketObjects(client, '');

async function keysIn(place: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.listKeys(place)) keys.push(key.slice(place.length));
  return keys.toSorted();
}

async function backUp(at: string, ...words: string[]): Promise<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  const program = new Command('kurir');
  registerBackupCommands(program, async (action) => {
    Object.assign(said, await action({ ...ctx, now: () => new Date(at) }));
  });
  await program.parseAsync(['backup', ...words], { from: 'user' });
  return said;
}

test('a backup goes to a bucket with its manifest last, is verified there, and is restored from there', async () => {
  const made = await makeBackup(ctx, { target, report: () => {} });

  const verified = await verifyBackup(ctx, made.address, folder);
  const restored = testConfig({
    ...{ KURIR_DATA_DIR: join(folder, 'restored'), KURIR_MEDIA_DIR: join(folder, 'restored-media') },
    ...{ ...PASSPHRASE, ...access },
  });
  await restoreBackup(restored, silentLog, made.address);

  const server = await startEmbeddedPostgres({ dataDir: restored.KURIR_DATA_DIR, log: silentLog, settings });
  onTestFinished(() => server.stop());
  expect(made.address).toMatch(new RegExp(`^${target}/kurir-.*Z$`));
  expect(await keysIn(`nightly/${made.name}/`)).toEqual([
    'SHA256SUMS',
    'database.tar.gz',
    'identity.json',
    'manifest.json',
    'media/large',
    'secret-key.sealed',
  ]);
  expect(verified.rows).toBeGreaterThan(0);
  expect(await ask(server.url, 'select count(*)::int from accounts')).toEqual([{ count: 1 }]);
  expect(LARGE.equals(await readFile(join(folder, 'restored-media', 'large')))).toBe(true);
});

test('an upload that breaks leaves no backup, and the next one removes what it left', async () => {
  const place = `s3://${bucket.name}/broken`;

  const broken = makeBackup(far, {
    target: place,
    report: ({ doneBytes }) => void (doneBytes > 0 && proxy.cut()),
    bytesPerSecond: 10 * MEBIBYTE,
    retryPausesMs: [0],
  });
  await expect(broken).rejects.toThrow('The bucket does not answer');
  const [left = ''] = await keysIn('broken/');
  const made = await makeBackup(ctx, { target: place, report: () => {} });

  expect(left).toMatch(/^kurir-.*\/\.unfinished-/);
  const folders = new Set((await keysIn('broken/')).map((key) => key.split('/')[0]));
  expect([...folders]).toEqual([made.name]);
});

test('a bucket keeps as many backups as it should, and those of others', async () => {
  const place = `s3://${bucket.name}/kept`;
  const days = [1, 2, 3].map((day) => `2026-02-0${day}T19:00:00Z`);
  await backUp(days[0] ?? '', place);
  const first = 'kept/kurir-2026-02-01T19-00-00Z/';
  const manifest = await objects.open(`${first}manifest.json`);
  const other = (manifest ? await text(manifest) : '').replace(await databaseIdOf(ctx), 'another');
  await objects.put('kept/kurir-2026-01-01T19-00-00Z/manifest.json', Readable.from([Buffer.from(other)]));

  await backUp(days[1] ?? '', place, '--keep', '2');
  const last = await backUp(days[2] ?? '', place, '--keep', '2');

  const folders = [...new Set((await keysIn('kept/')).map((key) => key.split('/')[0]))];
  expect(last).toMatchObject({ removed: 1, backup: `${place}/kurir-2026-02-03T19-00-00Z` });
  expect(folders).toEqual(['01-01', '02-02', '02-03'].map((day) => `kurir-2026-${day}T19-00-00Z`));
});

test('two databases that begin in the same second have two backups', async () => {
  const place = `s3://${bucket.name}/shared`;
  const first = 'shared/kurir-2026-03-01T19-00-00Z/';
  await objects.put(`${first}database.tar.gz`, Readable.from([Buffer.from('of another database')]));

  const made = await backUp('2026-03-01T19:00:00Z', place, '--verify');

  const theirs = await objects.open(`${first}database.tar.gz`);
  expect(made.backup).toMatch(/\/shared\/kurir-2026-03-01T19-0\d-\d\dZ$/);
  expect(made).toMatchObject({ verified: true });
  expect(await keysIn(first)).toEqual(['database.tar.gz']);
  expect(theirs && (await text(theirs))).toBe('of another database');
});

test('a mark that was left beside the backup of another database removes nothing of it', async () => {
  const place = `s3://${bucket.name}/marked`;
  const theirs = 'marked/kurir-2026-03-01T19-00-00Z/';
  const marks = [`.unfinished-${await databaseIdOf(ctx)}`, '.unfinished-another'];
  for (const name of [...marks, 'database.tar.gz'])
    await objects.put(theirs + name, Readable.from([Buffer.from('x')]));

  await makeBackup(ctx, { target: place, report: () => {} });

  expect(await keysIn(theirs)).toEqual(['.unfinished-another', 'database.tar.gz']);
});

test('each call to a bucket is repeated after a pause, as often as there are pauses', async () => {
  let calls = 0;
  const call: typeof client.call = (...args) => {
    calls += 1;
    if (calls % 3 === 1) return Promise.reject(new StoreUnavailable('The bucket does not answer'));
    return client.call(...args);
  };
  const away = bucketObjects({ ...client, call }, '', [0]);
  const listed: string[] = [];

  await away.put('repeated/one', Readable.from([Buffer.from('1')]));
  calls = 0;
  const opened = await away.open('repeated/one');
  calls = 0;
  for await (const key of away.listKeys('repeated/')) listed.push(key);
  calls = 0;
  await away.remove('repeated/one');

  expect([opened && (await text(opened)), listed]).toEqual(['1', ['repeated/one']]);
  expect(await keysIn('repeated/')).toEqual([]);
  calls = 0;
  await expect(bucketObjects({ ...client, call }, '', []).open('one')).rejects.toThrow('does not answer');
});

test.each([
  ['s3://', 'give s3://BUCKET'],
  ['s3://UPPER/x', 'give s3://BUCKET'],
  ['s3://kurir/../x', 'give s3://BUCKET'],
])('the address %s is refused', async (address, problem) => {
  await expect(makeBackup(ctx, { target: address, report: () => {} })).rejects.toThrow(problem);
});

test('a bucket without its settings says which are missing', async () => {
  const config = testConfig(own);

  const refused = makeBackup({ ...ctx, config }, { target, report: () => {} });

  await expect(refused).rejects.toThrow(
    'KURIR_S3_ENDPOINT, KURIR_S3_ACCESS_KEY_ID, KURIR_S3_SECRET_ACCESS_KEY',
  );
});
