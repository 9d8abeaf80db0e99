import { closeSync, writeSync } from 'node:fs';
import { chown, link, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile } from './log-file.ts';

const OTHER_USER = 54_321;
const isRoot = process.getuid?.() === 0;

/** Of another user, with a file of this user beside it. */
async function scene(owner?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-log-'));
  const beside = await mkdtemp(join(tmpdir(), 'kurir-victim-'));
  onTestFinished(async () => {
    for (const each of [folder, beside]) await rm(each, { recursive: true });
  });
  if (owner) await chown(folder, owner, owner);
  const victim = join(beside, 'victim');
  await writeFile(victim, 'untouched');
  return { path: join(folder, 'postgres.log'), victim };
}

function append(path: string, text: string): void {
  const file = openLogFile(path);
  writeSync(file, text);
  closeSync(file);
}

test('lines are appended, and a file over 10 MB is renamed first', async () => {
  const { path } = await scene();

  append(path, 'one\n');
  append(path, 'two\n');
  const before = await readFile(path, 'utf8');
  await truncate(path, 10 * 1024 * 1024 + 1);
  append(path, 'three\n');

  expect([before, await readFile(path, 'utf8')]).toEqual(['one\ntwo\n', 'three\n']);
  expect(await stat(`${path}.1`)).toMatchObject({ size: 10 * 1024 * 1024 + 1 });
});

test('a link in a folder of this user is followed', async () => {
  const { path, victim } = await scene();
  await symlink(victim, path);

  append(path, ', one');

  expect(await readFile(victim, 'utf8')).toBe('untouched, one');
});

test.runIf(isRoot).each([
  ['a link', (victim: string, path: string) => symlink(victim, path)],
  ['a link to nothing', (victim: string, path: string) => symlink(`${victim}.new`, path)],
  ['a second name of a file', (victim: string, path: string) => link(victim, path)],
])('in a folder of another user, %s does not lead root to another file', async (_what, place) => {
  const { path, victim } = await scene(OTHER_USER);
  await place(victim, path);

  expect(() => openLogFile(path)).toThrow(/ is a link or no file, .* start as that user$/);

  expect(await readFile(victim, 'utf8')).toBe('untouched');
  await expect(stat(`${victim}.new`)).rejects.toThrow('ENOENT');
});

test.runIf(isRoot)('in a folder of another user, root writes a file of that user', async () => {
  const { path } = await scene(OTHER_USER);

  append(path, 'one\n');
  append(path, 'two\n');

  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
  expect(await stat(path)).toMatchObject({ uid: OTHER_USER, gid: OTHER_USER, mode: 0o100600 });
});
