import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTempFolder } from './temp-folder.ts';

async function dataFolder(...left: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of left) {
    mkdirSync(path.join(folder, 'tmp', name), { recursive: true });
    writeFileSync(path.join(folder, 'tmp', name, 'media-1'), 'left');
  }
  return folder;
}

test('the folder is private to the user, and is deleted by remove', async () => {
  const folder = await openTempFolder(await dataFolder(), 'sessions-live');
  const { mode } = await stat(folder.path);

  await folder.remove();

  expect(mode & 0o777).toBe(0o700);
  expect(existsSync(folder.path)).toBe(false);
});

test('folders of killed processes are removed, folders of running processes are kept', async () => {
  const ours = `sessions-live-${process.pid}`;
  const living = `sessions-sandbox-${process.ppid}`;
  const data = await dataFolder('sessions-live-999999999', ours, living);

  await openTempFolder(data, 'sessions-live');

  expect((await readdir(path.join(data, 'tmp'))).sort()).toEqual([ours, living].sort());
  expect(await readdir(path.join(data, 'tmp', ours))).toEqual([]);
});

test('a process has several folders at once', async () => {
  const data = await dataFolder();
  const open = (name: string) => openTempFolder(data, name);

  const folders = [await open('inbound'), ...(await Promise.all(['documents', 'uploads'].map(open)))];

  expect(folders.map((folder) => existsSync(folder.path))).toEqual([true, true, true]);
});
