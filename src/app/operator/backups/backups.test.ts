import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { sharedFolder, startHere } from '../../../../test/harness/postgres-folder.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { staffOf } from '../../../../test/harness/staff.ts';
import type { CommandRunner } from '../../../command.ts';
import { loadConfig } from '../../../config.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { formatOutput } from '../../../platform/lib/terminal/command-output.ts';
import { backupCommands, judgeBackups, recordBackup } from './backup.ts';
import { registerRecording } from './commands.ts';
import { findBackupProblem } from './inspect.ts';

const run = promisify(execFile);
const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const operator = await staffOf(http, ctx, {
  account: await insertAccount(ctx),
  role: 'agent',
  isOperator: true,
});
const folder = await mkdtemp(join(tmpdir(), 'kurir-backup-'));
afterAll(() => rm(folder, { recursive: true }));

/** A stopped installation. */
const data = await sharedFolder();
await writeFile(join(data, 'secret-key'), 'ab'.repeat(32));

let copies = 0;
async function copyOf(dataDir: string): Promise<string> {
  copies += 1;
  const copy = join(folder, `copy-${copies}`);
  await cp(dataDir, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** Changes pg_control, not its time. */
async function writeControl(dataDir: string, change: (control: Buffer) => void): Promise<void> {
  const file = join(dataDir, 'postgres', 'global', 'pg_control');
  const { mtime } = await stat(file);
  const control = await readFile(file);
  change(control);
  await writeFile(file, control);
  await utimes(file, mtime, mtime);
}

/** Runs `kurir backup <words> --json`. */
async function kurir(...words: string[]) {
  let printed = '';
  const runner: CommandRunner = async (action, { json = false }) => {
    printed = formatOutput(await action(ctx), { json });
  };
  const program = new Command('kurir');
  registerRecording(program.command('backup'), runner);
  await program.parseAsync(['backup', ...words, '--json'], { from: 'user' });
  return JSON.parse(printed);
}

/** With tar, as the guide says. */
async function pack(dataDir: string, name: string): Promise<string> {
  const file = join(folder, name);
  const flags = name.endsWith('.gz') ? '-czf' : '-cf';
  await run('tar', ['-C', dirname(dataDir), flags, file, basename(dataDir)]).catch(
    (error: { code?: number }) => {
      // 1: a file changed meanwhile. The archive is whole.
      if (error.code !== 1) throw error;
    },
  );
  return file;
}

const refusalOf = (...words: string[]) =>
  kurir('record', ...words).then(
    () => null,
    (error: unknown) => (error instanceof CommandError ? `${error.kind}: ${error.message}` : String(error)),
  );

test('a recorded backup has time and size of its file, and is listed for operators', async () => {
  const file = await pack(data, 'kurir.tar.gz');
  const { size } = await stat(file);
  await utimes(file, new Date('2025-11-20T03:00:00Z'), new Date('2025-11-20T03:00:00Z'));

  const recorded = await kurir('record', file);
  await kurir('record', '--failed');
  const { body } = await operator.call('GET', '/app/api/operator/backups?limit=1');
  const rest = await operator.call('GET', `/app/api/operator/backups?cursor=${body.next_cursor}`);

  const { rows } = await ctx.pool.query(
    `select detail from audit_log where action = 'backup.recorded' order by id`,
  );
  const known = { outcome: 'done', made_at: '2025-11-20T03:00:00.000Z', size_bytes: size, location: file };
  const shown = { ...known, verified_at: null };
  const failed = { outcome: 'failed', made_at: ctx.now().toISOString(), size_bytes: null, location: null };
  const shownFailed = { ...failed, verified_at: null };
  expect(recorded).toEqual(shown);
  expect(body.data).toEqual([shownFailed]);
  expect(rest.body).toMatchObject({ data: [shown], next_cursor: null });
  expect((await kurir('list')).data).toEqual([shownFailed, shown]);
  expect(rows.map(({ detail }) => detail)).toEqual([known, failed]);
});

test('a backup that is nowhere is refused', async () => {
  const refusals = [await refusalOf(), await refusalOf(join(folder, 'missing.dump'))];

  expect(refusals.map((text) => text?.split(':')[0])).toEqual(['invalid_usage', 'not_found']);
});

test('a copy of a stopped installation is recorded as a tar and as a folder, too', async () => {
  const copy = await copyOf(data);

  const recorded = [await kurir('record', await pack(data, 'clean.tar')), await kurir('record', copy)];

  expect(recorded.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});

test('a copy after a shutdown that was too slow for its checkpoint is recorded: the database repairs it', async () => {
  const slow = await copyOf(data);
  await writeControl(slow, (control) => control.writeUInt32LE(3, 16));

  expect(await kurir('record', slow)).toMatchObject({ outcome: 'done' });
});

longTest('a copy of a running or killed database is refused, and not recorded', async () => {
  const server = await startHere(data);
  const hot = await pack(data, 'hot.tar.gz');
  await server.stop();
  const killed = await copyOf(data);
  await writeControl(killed, (control) => control.writeUInt32LE(6, 16));
  const back = await copyOf(data);
  const soon = new Date(Date.now() + 10_000);
  await utimes(join(back, 'postgres', 'base', '1', 'PG_VERSION'), soon, soon);
  const before = (await kurir('list')).data.length;

  const refusals = [hot, await pack(killed, 'killed.tar'), killed, await pack(back, 'back.tar')];
  const texts = await Promise.all(refusals.map((file) => refusalOf(file)));

  expect(texts.map((text) => /crash: ([^.;]*)/.exec(text ?? '')?.[1])).toEqual([
    'it has postmaster',
    'its database was not shut down',
    'its database was not shut down',
    'its files are newer than the shutdown of its database',
  ]);
  expect(texts[0]).toMatch(/^refused: .*Nothing was recorded/);
  expect((await kurir('list')).data.length).toBe(before);
});

longTest('an archive that is cut off, or lacks a part, is refused', async () => {
  const [tar, zipped] = [await pack(data, 'whole.tar'), await pack(data, 'whole.tar.gz')];
  for (const file of [tar, zipped]) await truncate(file, Math.floor((await stat(file)).size * 0.9));
  const [keyless, empty] = [await copyOf(data), join(folder, 'empty')];
  await rm(join(keyless, 'secret-key'));
  await mkdir(empty);
  const text = join(folder, 'notes.txt');
  await writeFile(text, 'no backup\n'.repeat(200));

  const texts = await Promise.all([tar, zipped, keyless, empty, text].map((file) => refusalOf(file)));

  expect(texts.map((found) => /no usable backup: (.*?)\. Nothing/.exec(found ?? '')?.[1])).toEqual([
    'it cannot be read: its end is missing',
    'it cannot be read: unexpected end of file',
    'secret-key is missing',
    'it has no database: postgres/global/pg_control is missing',
    'it cannot be read: it is no tar',
  ]);
});

test('a dump of pg_dump is recorded when its end is there', async () => {
  const place = (name: string) => join(folder, `${name}.dump`);
  const [whole, cut, sql, other] = [place('whole'), place('cut'), place('sql'), place('other')] as const;
  const bytes = Buffer.concat([Buffer.from('PGDMP'), Buffer.alloc(2_000, 7), Buffer.alloc(5)]);
  await writeFile(whole, bytes);
  await writeFile(cut, bytes.subarray(0, 1_500));
  await writeFile(sql, '--\n-- PostgreSQL database dump\n--\n\n-- PostgreSQL database dump complete\n--\n');
  await writeFile(other, 'x');
  const settings = { DATABASE_URL: 'postgres://db.example/kurir', KURIR_SECRET_KEY: 'ab'.repeat(32) };

  const problems = [whole, cut, sql, other].map((file) => findBackupProblem(file, settings));

  expect(await Promise.all(problems)).toEqual([null, 'its end is missing', null, 'it is no file of pg_dump']);
});

test('the commands leave the gateway running, and name the folder of the nightly backups', () => {
  const commands = backupCommands(
    loadConfig({ KURIR_DATA_DIR: "/srv/toko's data", KURIR_BACKUP_TO: '/srv/my backups' }),
  );

  const kurir = `KURIR_DATA_DIR='/srv/toko'\\''s data' ./kurir`;
  expect(commands.slice(1)).toEqual([
    "mkdir -p '/srv/my backups'",
    `${kurir} backup '/srv/my backups' --verify`,
  ]);
});

test('with a separate PostgreSQL the commands leave Kurir alone, and have no password', () => {
  const url = 'postgres://kurir:rahasia@db.example/kurir';
  const commands = backupCommands(loadConfig({ DATABASE_URL: url, KURIR_SECRET_KEY: 'ab'.repeat(32) }));

  expect(commands[1]).toBe('pg_dump --format=custom --file ~/kurir.dump "$DATABASE_URL"');
  expect(commands[2]).toMatch(/kurir backup record ~\/kurir\.dump$/);
  expect(commands.length).toBe(3);
});

test('warnings are about the last good backup and the newest record; 200 records are kept', async () => {
  await ctx.pool.query('delete from backups');
  const record = (outcome: 'done' | 'failed', days: number) => {
    const made_at = new Date(ctx.now().getTime() - days * DAY);
    return recordBackup(ctx, { outcome, made_at, size_bytes: null, location: null });
  };
  const warnings = async () => (await judgeBackups(ctx.db, ctx.now())).warnings;

  const found = [await warnings()];
  await record('done', 8);
  found.push(await warnings());
  await record('failed', 0);
  found.push(await warnings());
  for (let n = 0; n < 200; n += 1) await record('done', 1);
  found.push(await warnings());

  const { rows } = await ctx.pool.query('select count(*)::int as count from backups');
  expect(found).toEqual([['no_backup'], ['old_backup'], ['old_backup', 'failed_backup'], []]);
  expect(rows).toEqual([{ count: 200 }]);
});
