import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findOwner, lockFolder, type OwnerKind } from './folder-lock.ts';

test('a gateway keeps other processes out, by name and at once', async () => {
  const { lock, lockFile } = await place();
  await lock('gateway');

  const second = lock('command', 10_000);

  await expect(second).rejects.toMatchObject({
    name: 'FolderInUse',
    owner: { pid: process.pid, kind: 'gateway' },
    message: expect.stringMatching(
      `^Another Kurir gateway \\(process ${process.pid}\\) .*\\. See it: ./kurir status\\. Stop it: ./kurir stop$`,
    ),
  });
  expect(await findOwner(lockFile)).toEqual({ pid: process.pid, kind: 'gateway' });
});

test('a command is waited for, but not for ever', async () => {
  const { lock } = await place();
  await lock('command');

  const second = lock('gateway', 60);

  await expect(second).rejects.toMatchObject({ owner: { pid: process.pid, kind: 'command' } });
});

test('a lock that is given back goes to the one who waits', async () => {
  const { lock } = await place();
  const first = await lock('command');
  const second = lock('gateway', 10_000);

  first.release();

  await expect(second).resolves.toBeDefined();
});

test('a folder whose owner is dead has no owner, even with an owner file', async () => {
  const { lock, lockFile } = await place();
  await writeFile(`${lockFile}.owner`, JSON.stringify({ pid: 2 ** 22 + 1, kind: 'gateway' }));

  const owner = await findOwner(lockFile);

  expect(owner).toBeNull();
  await expect(lock('gateway')).resolves.toBeDefined();
});

test('a holder whose process is not visible from here is reported as such', async () => {
  const { lock, lockFile } = await place();
  await lock('gateway');
  await writeFile(`${lockFile}.owner`, JSON.stringify({ pid: 2 ** 22 + 1, kind: 'gateway' }));

  const second = lock('gateway', 60);

  await expect(second).rejects.toThrow('a process of another machine or container');
});

test('a folder that cannot hold a lock is reported in one line', async () => {
  const locking = lockFolder('/proc/kurir.lock', { folder: '/proc', kind: 'gateway', waitMs: 0 });

  await expect(locking).rejects.toMatchObject({
    name: 'PostgresProblem',
    message: '/proc/kurir.lock cannot be locked: unable to open database file',
  });
});

async function place() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lockFile = path.join(folder, 'postgres.lock');
  const lock = async (kind: OwnerKind, waitMs = 0) => {
    const held = await lockFolder(lockFile, { folder, kind, waitMs });
    onTestFinished(() => held.release());
    return held;
  };
  return { lockFile, lock };
}
