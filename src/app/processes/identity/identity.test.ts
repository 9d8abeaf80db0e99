import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testConfig } from '../../../../test/harness/context.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { otherFileSystem } from '../../../../test/harness/other-file-system.ts';
import type { Config } from '../../../config.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { writeGatewayFile } from '../gateway-file.ts';
import { findOriginal, holdInstallation, settleIdentity } from './identity.ts';
import { newId, readIdentity, writeIdentity } from './identity-file.ts';
import { lockName, MAX_QUESTIONS } from './identity-lock.ts';

/** A folder for data folders, in memory or on disk. */
async function place(above = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(above, 'kurir-identity-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const at = (folder: string): Config => testConfig({ KURIR_DATA_DIR: folder });

/** A data folder that was started once. */
async function used(folder: string): Promise<string> {
  await mkdir(join(folder, 'postgres', 'global'), { recursive: true });
  await writeFile(join(folder, 'postgres', 'global', 'pg_control'), '12345678');
  await settleIdentity(at(folder));
  return folder;
}

/** A running gateway of this process. */
async function hold(folder: string) {
  const held = await holdInstallation(at(folder), silentLog);
  onTestFinished(() => held.release());
  return held;
}

const copy = (from: string, to: string) => cp(from, to, { recursive: true });

test('a new folder gets a secret id', async () => {
  const folder = await used(join(await place(), 'data'));

  const identity = await readIdentity(folder);

  expect(identity).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    folder,
    replaces: [],
    paused: null,
  });
});

test('a folder of an earlier version gets an id without a question', async () => {
  const folder = await used(join(await place(), 'data'));
  await rm(join(folder, 'identity.json'));

  await settleIdentity(at(folder));

  expect(await readIdentity(folder)).toMatchObject({ folder });
});

test('copies of an earlier version, taken while it was stopped, do not run side by side', async () => {
  const above = await place();
  const original = await used(join(above, 'data'));
  await rm(join(original, 'identity.json'));
  await writeFile(join(original, 'postgres.password'), 'secret');
  await copy(original, join(above, 'copy'));
  await hold(join(above, 'copy'));

  const second = hold(original);

  await expect(second).rejects.toThrow(`${original} is a copy of ${above}/copy, whose gateway runs`);
});

test('the owner of a folder cannot lead the file to another place by a link', async () => {
  const above = await place();
  const folder = await used(join(above, 'data'));
  await writeFile(join(above, 'victim'), 'untouched');
  await symlink(join(above, 'victim'), join(folder, `identity.json.${process.pid}`));
  const identity = await readIdentity(folder);

  if (identity) await writeIdentity(folder, identity);

  expect(await readFile(join(above, 'victim'), 'utf8')).toBe('untouched');
});

test('a copy of a stopped installation is a copy, and the original is none', async () => {
  const above = await place();
  const original = await used(join(above, 'data'));
  await copy(original, join(above, 'copy'));

  const settling = settleIdentity(at(join(above, 'copy')));

  await expect(settling).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(`^${above}/copy is a copy of ${original}\\. Nothing was started: `),
  });
  expect(await findOriginal(at(original))).toBeNull();
});

test.each([
  ['moved', async (from: string, to: string) => rename(from, to)],
  [
    'moved, while another installation takes its place',
    async (from: string, to: string) => {
      await rename(from, to);
      await used(from);
    },
  ],
  [
    'moved to another file system',
    async (from: string, to: string) => {
      await copy(from, to);
      await rm(from, { recursive: true });
    },
    await otherFileSystem(),
  ],
  [
    'moved, while a file takes its place',
    async (from: string, to: string) => {
      await rename(from, to);
      await writeFile(from, '');
    },
  ],
  [
    'moved, with a link at the old place',
    async (from: string, to: string) => {
      await rename(from, to);
      await symlink(to, from);
    },
  ],
])('an installation that was %s is no copy', async (_how, move, above?: string) => {
  const from = await used(join(await place(), 'data'));
  const to = join(await place(above), 'data');
  const before = await readIdentity(from);

  await move(from, to);
  await settleIdentity(at(to));

  expect(await readIdentity(to)).toEqual({ ...before, folder: to });
});

test('through a link, and restored at its place, an installation is no copy', async () => {
  const above = await place();
  const folder = await used(join(above, 'data'));
  await symlink(folder, join(above, 'link'));
  await copy(folder, join(above, 'backup'));

  expect(await findOriginal(at(join(above, 'link')))).toBeNull();
  await rm(folder, { recursive: true });
  await copy(join(above, 'backup'), folder);
  expect(await findOriginal(at(folder))).toBeNull();
});

test('a copy beside a gateway whose folder was moved is seen by the lock of the id', async () => {
  const above = await place();
  const folder = await used(join(above, 'data'));
  await hold(folder);
  await rename(folder, join(above, 'moved'));
  await copy(join(above, 'moved'), join(above, 'copy'));

  const original = await findOriginal(at(join(above, 'copy')));

  expect(original).toMatchObject({ folder: join(above, 'moved'), pid: process.pid });
  expect(await findOriginal(at(join(above, 'moved')))).toBeNull();
});

test('a copy of a running earlier version is seen by the note of its gateway', async () => {
  const above = await place();
  const folder = await used(join(above, 'data'));
  await writeGatewayFile(at(folder), null);
  await rm(join(folder, 'identity.json'));
  await copy(folder, join(above, 'copy'));

  const original = await findOriginal(at(join(above, 'copy')));

  expect(original).toEqual({ folder: null, pid: process.pid, isCertain: true });
  expect(await findOriginal(at(folder))).toBeNull();
});

test('a last folder that cannot be read is named, because it may be the original', async () => {
  const above = await place();
  const folder = await used(join(above, 'data'));
  await copy(folder, join(above, 'copy'));
  // Root may read all files. A folder is no file.
  const unreadable = join(above, 'home', 'data');
  await mkdir(join(unreadable, 'identity.json'), { recursive: true });
  const identity = await readIdentity(folder);
  if (identity) await writeIdentity(join(above, 'copy'), { ...identity, folder: unreadable });

  const original = await findOriginal(at(join(above, 'copy')));

  expect(original).toEqual({ folder: unreadable, pid: null, isCertain: false });
});

test('a damaged file is named, and nothing is guessed', async () => {
  const folder = await used(join(await place(), 'data'));
  await writeFile(join(folder, 'identity.json'), '{"id": ');

  await expect(settleIdentity(at(folder))).rejects.toThrow(
    `${folder}/identity.json is damaged. Restore the file`,
  );
});

test('another user who takes the name of the lock keeps no gateway from its start', async () => {
  const folder = await used(join(await place(), 'data'));
  const identity = await readIdentity(folder);
  const server = createServer((socket) => socket.end('{"holder": {"pid": 1}}\n'));
  await once(server.listen(lockName(identity?.id ?? '')), 'listening');
  onTestFinished(() => void server.close());

  const held = await hold(folder);

  expect(held.paused).toBeNull();
});

longTest('a resumed copy does not start beside its original that is stopped by SIGSTOP', async () => {
  const above = await place();
  const original = await used(join(above, 'data'));
  const adopted = await used(join(above, 'copy'));
  const [first, second] = [await readIdentity(original), await readIdentity(adopted)];
  if (!first || !second) throw new Error('No identity');
  await writeIdentity(adopted, { ...second, replaces: [first.id] });
  const child = await holdElsewhere(first.id, original);
  child.kill('SIGSTOP');

  const starting = hold(adopted);

  await expect(starting).rejects.toThrow(
    `The original of this adopted copy runs: another installation, whose gateway runs (process ${child.pid}).`,
  );
});

test('a resumed copy does not start beside its original that has no time for questions', async () => {
  const above = await place();
  const original = await used(join(above, 'data'));
  const adopted = await used(join(above, 'copy'));
  const [first, second] = [await readIdentity(original), await readIdentity(adopted)];
  if (!first || !second) throw new Error('No identity');
  await writeIdentity(adopted, { ...second, replaces: [first.id] });
  const child = await holdElsewhere(first.id, original);
  const questions = Array.from({ length: MAX_QUESTIONS }, () => connect(lockName(first.id)));
  for (const each of questions) onTestFinished(() => void each.destroy());
  await Promise.all(questions.map((each) => once(each, 'connect')));

  const starting = hold(adopted);

  await expect(starting).rejects.toThrow(`whose gateway runs (process ${child.pid}). Nothing was started`);
});

longTest('a folder whose own gateway is stopped by SIGSTOP is no copy, and a copy of it is one', async () => {
  const above = await place();
  const folder = await used(join(above, 'data'));
  const identity = await readIdentity(folder);
  const child = await holdElsewhere(identity?.id ?? '', folder);
  await rename(folder, join(above, 'moved'));
  await copy(join(above, 'moved'), join(above, 'copy'));
  child.kill('SIGSTOP');

  const [ofFolder, ofCopy] = [
    await findOriginal(at(join(above, 'moved'))),
    await findOriginal(at(join(above, 'copy'))),
  ];

  expect([ofFolder, ofCopy]).toMatchObject([null, { pid: child.pid }]);
});

/** Another process that holds the id. */
async function holdElsewhere(id: string, folder: string): Promise<ChildProcess> {
  const lock = JSON.stringify(new URL('./identity-lock.ts', import.meta.url));
  const script = `
    const { holdIdentity } = await import(${lock});
    await holdIdentity(process.argv[1], process.argv[2]);
    console.log('held');
    setInterval(() => {}, 1_000);
  `;
  const args = ['--input-type=module', '-e', script, id, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a paused copy goes on when its file says so, and holds the id of its original from then on', async () => {
  const above = await place();
  const original = await used(join(above, 'data'));
  const adopted = await used(join(above, 'copy'));
  const [first, second] = [await readIdentity(original), await readIdentity(adopted)];
  if (!first || !second) throw new Error('No identity');
  const oldest = newId();
  const paused = { since: '2026-11-22T00:00:00.000Z', original };
  await writeIdentity(adopted, { ...second, replaces: [oldest, first.id], paused });
  const warn = vi.fn();
  const held = await holdInstallation(at(adopted), { ...silentLog, warn });
  onTestFinished(held.release);
  const running = await hold(original);

  const early = await held.resume();
  await writeIdentity(adopted, { ...second, replaces: [oldest, first.id] });
  const refused = held.resume();

  await expect(refused).rejects.toThrow(`The original of this adopted copy runs: ${original}`);
  running.release();
  expect([early, await held.resume(), held.paused]).toEqual([false, true, null]);
  expect(warn).not.toHaveBeenCalled();
  await expect(hold(original)).rejects.toThrow(`${original} was replaced by its copy ${adopted}`);
});
