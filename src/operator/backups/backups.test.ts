import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { staffOf } from '../../../test/harness/staff.ts';
import type { CommandRunner } from '../../command.ts';
import { loadConfig } from '../../config.ts';
import { DAY } from '../../lib/clock.ts';
import { CommandError } from '../../lib/command.ts';
import { formatOutput } from '../../lib/terminal/command-output.ts';
import { backupCommands, judgeBackups, recordBackup } from './backup.ts';
import { registerBackupCommands } from './commands.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const operator = await staffOf(http, ctx, {
  account: await insertAccount(ctx),
  role: 'agent',
  isOperator: true,
});
const folder = await mkdtemp(join(tmpdir(), 'kurir-backup-'));
afterAll(() => rm(folder, { recursive: true }));

/** Runs `kurir backup <words> --json`. */
async function kurir(...words: string[]) {
  let printed = '';
  const run: CommandRunner = async (action, { json = false }) => {
    printed = formatOutput(await action(ctx), { json });
  };
  const program = new Command('kurir');
  registerBackupCommands(program, run);
  await program.parseAsync(['backup', ...words, '--json'], { from: 'user' });
  return JSON.parse(printed);
}

test('a recorded backup has time and size of its file, and is listed for operators', async () => {
  const file = join(folder, 'kurir.tar.gz');
  await writeFile(file, 'backup');
  await utimes(file, new Date('2025-11-20T03:00:00Z'), new Date('2025-11-20T03:00:00Z'));

  const recorded = await kurir('record', file);
  await kurir('record', '--failed');
  const { body } = await operator.call('GET', '/app/api/operator/backups?limit=1');
  const rest = await operator.call('GET', `/app/api/operator/backups?cursor=${body.next_cursor}`);

  const { rows } = await ctx.pool.query(
    `select detail from audit_log where action = 'backup.recorded' order by id`,
  );
  const known = { outcome: 'done', made_at: '2025-11-20T03:00:00.000Z', size_bytes: 6, location: file };
  const failed = { outcome: 'failed', made_at: ctx.now().toISOString(), size_bytes: null, location: null };
  expect(recorded).toEqual(known);
  expect(body.data).toEqual([failed]);
  expect(rest.body).toMatchObject({ data: [known], next_cursor: null });
  expect((await kurir('list')).data).toEqual([failed, known]);
  expect(rows.map(({ detail }) => detail)).toEqual([known, failed]);
});

test('a backup that is nowhere is refused', async () => {
  const refusals = [];
  for (const words of [['record'], ['record', join(folder, 'missing.dump')]]) {
    refusals.push(await kurir(...words).catch((error) => error instanceof CommandError && error.kind));
  }

  expect(refusals).toEqual(['invalid_usage', 'not_found']);
});

test('the commands name the data folder, or the database without its password', () => {
  const embedded = backupCommands(loadConfig({ KURIR_DATA_DIR: "/srv/toko's data" }));
  const url = 'postgres://kurir:rahasia@db.example/kurir';
  const external = backupCommands(loadConfig({ DATABASE_URL: url, KURIR_SECRET_KEY: 'ab'.repeat(32) }));

  expect(embedded[1]).toBe(`(umask 077 && tar -C /srv -czf kurir-backup.tar.gz 'toko'\\''s data')`);
  expect(external).toEqual([
    'pg_dump --format=custom --file=kurir.dump "$DATABASE_URL"',
    './kurir backup record kurir.dump',
  ]);
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
