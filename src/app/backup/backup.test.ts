import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Command } from 'commander';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testConfig, testContext } from '../../../test/harness/context.ts';
import { copyFolder } from '../../../test/harness/copy-folder.ts';
import { ask } from '../../../test/harness/postgres-folder.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { openContextDatabase } from '../../context.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { openBaseBackups } from '../../platform/lib/postgres/base-backup.ts';
import { startEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { readRun } from '../operator/backups/run.ts';
import { originNoter } from '../operator/origin/noter.ts';
import { loadSecretKey, proveSecretKey } from '../processes/secret-key.ts';
import { runBackup } from './child.ts';
import { registerBackupCommands } from './commands.ts';
import { draftOf, openFolderPlace } from './folder-place.ts';
import { nameOf, readManifest } from './format.ts';
import { makeBackup } from './make.ts';
import { lastTime } from './nightly.ts';
import { checkBackup } from './open.ts';
import { restoreBackup } from './restore.ts';
import { sealKey, unsealKey } from './sealed-key.ts';

const PASSPHRASE = 'dua belas huruf';
const WRITERS = 4;
const settings = { fsync: 'off' };

const { folder: dataDir } = await preparedInstallation({}, afterAll);
const folder = await mkdtemp(join(tmpdir(), 'kurir-backup-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});
const env = { KURIR_DATA_DIR: dataDir, KURIR_MEDIA_DIR: join(folder, 'media') };
const config = testConfig({ ...env, KURIR_BACKUP_PASSPHRASE: PASSPHRASE });
const box = createSecretBox(await loadSecretKey(config));
const ctx = await testContext({ databaseUrl: postgres.url, parts: { config, box }, cleanup: afterAll });
await proveSecretKey(ctx.db, box);
await insertAccount(ctx);
const MEDIA = 'aa/bb/aabb';
await mkdir(join(folder, 'media', 'aa', 'bb'), { recursive: true });
await writeFile(join(folder, 'media', MEDIA), 'a picture');
await writeFile(join(folder, 'media', `${MEDIA}.part`), 'half a pic');

/** Made while four connections write, each number into two tables at once. */
const written = await writing();
const target = join(folder, 'to');
await mkdir(target);
const make = (given = target) => makeBackup(ctx, { target: given, report: () => {} });
const before = written.count();
const made = await make();
await written.stop();

async function writing() {
  await ctx.pool.query(`create table written (n bigint primary key); create table again (n bigint primary key);
    create table counter as select 0::bigint as n`);
  let [last, committed, isStopped] = [0, 0, false];
  const write = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    while (!isStopped) {
      last += 1;
      await client.query(`begin; update counter set n = n + 1; insert into written values (${last});
        insert into again values (${last}); commit`);
      committed += 1;
    }
    await client.end();
  };
  const all = Promise.all(Array.from({ length: WRITERS }, write));
  while (committed < 200) await new Promise(setImmediate);
  return {
    count: () => committed,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

/** `kurir backup` of an installation, which keeps one backup. */
async function backUpAt(of: typeof ctx, shared: string, at: string): Promise<void> {
  const program = new Command('kurir');
  registerBackupCommands(program, async (action) => void (await action({ ...of, now: () => new Date(at) })));
  await program.parseAsync(['backup', shared, '--keep', '1'], { from: 'user' });
}

/** A copy of the backup that a test may damage. */
async function copyOfBackup(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await copyFolder(made.address, copy);
  return copy;
}

const filesOf = (backup: string) => openFolderPlace(dirname(backup)).files(basename(backup));

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.message,
  );

test('a backup under writes is restored with all that was committed before it, nothing torn, and held', async () => {
  const restored = testConfig({
    KURIR_DATA_DIR: join(folder, 'restored'),
    KURIR_MEDIA_DIR: join(folder, 'restored-media'),
    KURIR_BACKUP_PASSPHRASE: PASSPHRASE,
  });

  await restoreBackup(restored, silentLog, made.address);

  const server = await startEmbeddedPostgres({ dataDir: restored.KURIR_DATA_DIR, log: silentLog, settings });
  onTestFinished(() => server.stop());
  const [counts] = await ask<Record<string, number>>(
    server.url,
    `select (select count(*)::int from written) as written, (select count(distinct n)::int from again) as again,
       (select count(*)::int from written join again using (n)) as both, (select n::int from counter) as counter`,
  );
  const count = counts?.written ?? 0;
  expect(counts).toEqual({ written: count, again: count, both: count, counter: count });
  expect(count).toBeGreaterThanOrEqual(before);
  expect(count).toBeLessThan(written.count());
  expect(await readFile(join(restored.KURIR_MEDIA_DIR ?? '', MEDIA), 'utf8')).toBe('a picture');
  expect(await readdir(join(restored.KURIR_MEDIA_DIR ?? '', 'aa', 'bb'))).toEqual(['aabb']);
  const parts = { config: restored, databaseUrl: server.url, box, log: silentLog, name: 'kurir test' };
  const gateway = openContextDatabase({ ...parts, noteOrigin: originNoter(parts) });
  onTestFinished(() => gateway.close());
  const { rows } = await gateway.pool.query('select status, held_at is not null as held from accounts');
  expect(rows).toEqual([{ status: 'suspended', held: true }]);
});

test('a restored copy deletes its own old backups, and none of its original or of an earlier version', async () => {
  const shared = await mkdtemp(join(folder, 'shared-'));
  await backUpAt(ctx, shared, '2026-02-01T19:00:00Z');
  const original = join(shared, 'kurir-2026-02-01T19-00-00Z');
  const { database_id, ...earlier } = await readManifest(filesOf(original));
  await mkdir(join(shared, 'kurir-2026-01-31T19-00-00Z'));
  await writeFile(join(shared, 'kurir-2026-01-31T19-00-00Z', 'manifest.json'), JSON.stringify(earlier));
  await mkdir(join(shared, draftOf(nameOf(new Date('2026-02-02T19:00:00Z')), database_id)));
  const copied = testConfig({
    KURIR_DATA_DIR: join(folder, 'copy'),
    KURIR_MEDIA_DIR: join(folder, 'copy-media'),
  });
  await restoreBackup({ ...copied, KURIR_BACKUP_PASSPHRASE: PASSPHRASE }, silentLog, original);
  const server = await startEmbeddedPostgres({ dataDir: copied.KURIR_DATA_DIR, log: silentLog, settings });
  onTestFinished(() => server.stop());
  const copy = await testContext({ databaseUrl: server.url, parts: { config: copied, box } });

  for (const day of [3, 4]) await backUpAt(copy, shared, `2026-02-0${day}T19:00:00Z`);

  const days = (await readdir(shared)).map((name) => /\d\d-\d\dT/.exec(name)?.[0]);
  expect(days.toSorted()).toEqual(['01-31T', '02-01T', '02-02T', '02-04T']);
});

test('a backup without its passphrase, or into a folder with data, restores nothing', async () => {
  const at = (name: string, more = {}) =>
    testConfig({
      KURIR_DATA_DIR: join(folder, name),
      KURIR_MEDIA_DIR: join(folder, `${name}-media`),
      ...more,
    });
  const used = at('used');
  await mkdir(used.KURIR_DATA_DIR);
  await writeFile(join(used.KURIR_DATA_DIR, 'sandbox-token'), 'x');

  const refusals = [at('none'), at('none', { KURIR_BACKUP_PASSPHRASE: 'another passphrase' }), used].map(
    (each) => refusalOf(restoreBackup(each, silentLog, made.address)),
  );

  expect(await Promise.all(refusals)).toEqual([
    expect.stringMatching(/^The secret key of the backup is sealed\. Set KURIR_BACKUP_PASSPHRASE/),
    'KURIR_BACKUP_PASSPHRASE: not the passphrase of this backup',
    expect.stringMatching(/is not empty: it has sandbox-token/),
  ]);
  expect(await readdir(join(folder, 'none'))).toEqual([]);
});

test('a flipped bit, a missing file and a shortened list are found, and the file is named', async () => {
  const [flipped, missing, shortened] = [await copyOfBackup(), await copyOfBackup(), await copyOfBackup()];
  const archive = await open(join(flipped, 'database.tar.gz'), 'r+');
  const { size } = await archive.stat();
  const { buffer } = await archive.read(Buffer.alloc(1), 0, 1, Math.floor(size / 2));
  await archive.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, Math.floor(size / 2));
  await archive.close();
  await rm(join(missing, 'media', MEDIA));
  const sums = await readFile(join(shortened, 'SHA256SUMS'), 'utf8');
  await writeFile(join(shortened, 'SHA256SUMS'), sums.split('\n').slice(1).join('\n'));

  const found = await Promise.all(
    [flipped, missing, shortened].map((each) => refusalOf(checkBackup(filesOf(each)))),
  );

  expect(found.map((text) => text?.split(' is damaged')[0])).toEqual([
    join(flipped, 'database.tar.gz'),
    join(missing, 'media', MEDIA),
    join(shortened, 'SHA256SUMS'),
  ]);
});

test('a run that fails leaves nothing, and what a killed one left is removed by the next', async () => {
  const elsewhere = await mkdtemp(join(folder, 'to-'));
  await mkdir(join(elsewhere, draftOf(nameOf(new Date('2026-01-01T00:00:00Z')), made.manifest.database_id)));
  const identity = join(dataDir, 'identity.json');
  await rename(identity, `${identity}.away`);
  onTestFinished(() => rename(`${identity}.away`, identity));

  const failure = await refusalOf(make(elsewhere));

  expect(failure).toMatch(/ENOENT.*identity\.json/);
  expect(await readdir(elsewhere)).toEqual([]);
});

test('a second backup at once, and a target in the data folder, are refused', async () => {
  const held = await openBaseBackups(dataDir);
  onTestFinished(() => held?.close());

  const refusals = [
    await refusalOf(make()),
    await refusalOf(make(dataDir)),
    await refusalOf(make(join(folder, 'no'))),
  ];

  expect(refusals).toEqual([
    'Another backup is being made. Wait until it ends',
    expect.stringMatching(/would be lost with it/),
    expect.stringMatching(/^No folder /),
  ]);
});

test('a failed run of the process for backups says why in words', async () => {
  const stopping = new AbortController().signal;

  const reason = await runBackup(ctx, ['/nowhere', '--json'], stopping);

  expect(reason).toBe('No folder /nowhere. Create it first, best on another disk');
  expect(await readRun(ctx)).toMatchObject({ state: 'failed', reason });
});

test('two backups of one second have two names', async () => {
  const now = () => new Date('2026-04-01T19:00:00Z');
  const random = () => 0.5;

  const one = await makeBackup({ ...ctx, now, random }, { target, report: () => {} });
  const other = await makeBackup({ ...ctx, now, random }, { target, report: () => {} });

  expect([one.name, other.name]).toEqual(['kurir-2026-04-01T19-00-00Z', 'kurir-2026-04-01T19-00-15Z']);
});

test('with a separate PostgreSQL the command says what to run', async () => {
  const external = testConfig({
    DATABASE_URL: 'postgres://db.example/kurir',
    KURIR_SECRET_KEY: 'ab'.repeat(32),
  });
  const program = new Command('kurir');
  registerBackupCommands(program, async (action) => void (await action({ ...ctx, config: external })));

  const refusal = refusalOf(program.parseAsync(['backup', target], { from: 'user' }));

  expect(await refusal).toMatch(/PostgreSQL makes the backup.*pg_dump --format=custom.* && .*backup record/);
});

test('the role of backups reads the cluster, and no table', async () => {
  const url = new URL(postgres.url.replace('kurir_app', 'kurir_backup'));

  const reading = ask(url.href, 'select * from accounts');

  await expect(reading).rejects.toMatchObject({ code: '42501' });
});

test('a sealed key is opened by its passphrase alone', () => {
  const sealed = sealKey('ab'.repeat(32), PASSPHRASE);

  expect(unsealKey(sealed, PASSPHRASE)).toBe('ab'.repeat(32));
  expect(unsealKey(sealed, `${PASSPHRASE} `)).toBeNull();
  expect(sealed).not.toContain('abab');
});

test.each([
  ['2026-03-01T02:59:00Z', '2026-02-28T03:00:00Z'],
  ['2026-03-01T03:00:00Z', '2026-03-01T03:00:00Z'],
  ['2026-03-01T23:00:00Z', '2026-03-01T03:00:00Z'],
])('at %s the last backup at 3 was due at %s', (now, due) => {
  expect(lastTime(new Date(now), 3)).toEqual(new Date(due));
});
