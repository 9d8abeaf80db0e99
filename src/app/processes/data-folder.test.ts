import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a folder is made with what lies above it, for us alone', async () => {
  const folder = join(await place(), 'a', 'b');

  await Promise.all([makeDataFolder(folder), makeDataFolder(folder)]);

  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a folder that is there is left as it is', async () => {
  const folder = await place();
  const before = (await stat(folder)).mode;

  await makeDataFolder(folder);

  expect((await stat(folder)).mode).toBe(before);
});

test('a place where no folder can be is named with its setting, in one line', async () => {
  const file = join(await place(), 'file');
  await writeFile(file, '');

  await expect(makeDataFolder(file)).rejects.toThrow('KURIR_DATA_DIR: cannot be used as a folder (EEXIST)');
  await expect(makeDataFolder(join(file, 'x'))).rejects.toThrow('ENOTDIR');
  await expect(makeDataFolder('/proc/nope')).rejects.toThrow('ENOENT');
});
