import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { until } from '../../../test/harness/until.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const PASSPHRASE = { KURIR_BACKUP_PASSPHRASE: 'dua belas huruf' };

async function targetFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-to-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const AT_NIGHT =
  'a gateway makes its backup at night, verifies it, and a restored copy waits for its operator';

test(AT_NIGHT, { timeout: 300_000 }, async () => {
  const target = await targetFolder();
  const original = await preparedInstallation({ ...PASSPHRASE, KURIR_BACKUP_TO: target });
  const listed = async () => JSON.parse((await original.run('backup', 'list', '--json')).stdout).data;

  const gateway = await original.start();
  const isListed = async () => (await listed()).length > 0;
  await until(isListed, { what: 'the backup that is due', timeoutMs: 120_000 });

  const [backup] = await listed();
  expect(await readdir(target)).toEqual([expect.stringMatching(/^kurir-/)]);
  const verified = JSON.parse((await original.run('backup', 'verify', backup.location, '--json')).stdout);
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  expect(backup).toMatchObject({ outcome: 'done', verified_at: expect.any(String) });
  expect(verified).toMatchObject({ verified: true, recorded: true, rows: expect.any(Number) });

  await rm(original.folder, { recursive: true });
  const restored = await original.run('restore', backup.location, '--json');
  const next = await original.start();
  const accounts = JSON.parse((await original.run('account', 'list', '--json')).stdout).data;
  expect(JSON.parse(restored.stdout)).toMatchObject({
    restored: original.folder,
    made_at: expect.any(String),
  });
  expect(accounts).toMatchObject([{ status: 'suspended' }]);
  next.child.kill('SIGTERM');
  await next.ended;
});

test('a backup that is killed leaves nothing that looks like one, and the next one works', async () => {
  const target = await targetFolder();
  const { folder, env, run } = await preparedInstallation();
  await mkdir(join(folder, 'media'));
  const large = join(folder, 'media', 'large');
  await writeFile(large, '');
  await truncate(large, 400 * MEBIBYTE);
  const child = spawn(process.execPath, [CLI, 'backup', target], { env, stdio: 'ignore' });
  await until(async () => (await readdir(target)).length > 0, { what: 'the draft' });

  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = await readdir(target);
  await truncate(large, 1);
  const next = await run('backup', target, '--json');

  expect(left).toEqual([expect.stringMatching(/^\.kurir-.*unfinished/)]);
  expect(next.code).toBe(0);
  expect(await readdir(target)).toEqual([expect.stringMatching(/^kurir-/)]);
});

test('an interrupted verification leaves no server and no copy', async () => {
  const target = await targetFolder();
  const { env, run, pids } = await preparedInstallation();
  const made = JSON.parse((await run('backup', target, '--json')).stdout);
  const scratch = await targetFolder();
  const args = [CLI, 'backup', 'verify', made.backup, '--scratch', scratch];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const started = async () =>
    (await readdir(scratch, { recursive: true })).some((name) => name.endsWith('postmaster.pid'));
  await until(started, { what: 'the server of the verification' });

  child.kill('SIGTERM');
  await once(child, 'exit');

  await until(async () => !(await started()), { what: 'the end of the server' });
  expect((await pids()).postgres).toBeNull();
});
