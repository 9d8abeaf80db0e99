import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../harness/gateway.ts';
import { freshClone, UNSHARE } from './fresh-clone.ts';

const NO_NAME = `npm error code ENOTFOUND
npm error network request to https://packages.example/-/ping failed, reason: getaddrinfo ENOTFOUND packages.example
`;
/** npm prints it when a proxy refuses. */
const NO_PROXY = `npm error code ECONNREFUSED
npm error FetchError: request to https://packages.example/zod failed, reason: connect ECONNREFUSED 127.0.0.1:9
`;
const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

test('the installation says what it does and how large it is', async () => {
  const clone = await freshClone();
  await clone.lockPackages();

  const { code, stderr } = await clone.run();

  expect(code).toBe(0);
  expect(stderr).toBe(
    'kurir: installing 2 packages into node_modules; this happens once\n' +
      'kurir: about 205 MB to download, 500 MB on disk; Ctrl-C ends it\n' +
      'npm did it\n',
  );
});

test('the size is near that of the packages of this machine', () => {
  const files = readdirSync('node_modules', { recursive: true, withFileTypes: true });
  // The runner of the tests renames files of its cache meanwhile, and a browser is unpacked there.
  const options = { throwIfNoEntry: false };
  const packages = files.filter(({ parentPath }) => !parentPath.startsWith('node_modules/.cache'));
  const bytes = packages.map(
    ({ parentPath, name }) => (lstatSync(path.join(parentPath, name), options)?.blocks ?? 0) * 512,
  );

  const megabytes = bytes.reduce((sum, each) => sum + each, 0) / 1_000_000;

  expect(megabytes).toBeGreaterThan(700);
  expect(megabytes).toBeLessThan(1_050);
});

// A terminal needs `script` of util-linux.
test.skipIf(!hasTerminal)(
  'on a terminal one line shows the progress, and Ctrl-C ends it at once',
  async () => {
    const clone = await freshClone();
    await clone.lockPackages();
    await clone.hold();
    const launched = clone.startOnTerminal();
    await clone.untilInstalling();
    const [npm, child] = [await clone.npm(), await clone.child()];
    await launched.untilSaid('1 of 2 packages, 1 s');

    launched.child.stdin?.write('\u0003');
    const { code, stdout } = await launched.ended;

    expect(code).toBe(130);
    expect(stdout.endsWith('\r\u001b[2Kkurir: stopped; the next start installs the packages again\r\n')).toBe(
      true,
    );
    expect([isAlive(npm), isAlive(child)]).toEqual([false, false]);
    expect(await clone.leftovers()).toEqual([]);
  },
);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s during the installation ends npm and its children with code %i', async (signal, expected) => {
  const clone = await freshClone();
  await clone.hold();
  const launched = clone.start();
  await clone.untilInstalling();
  const [npm, child] = [await clone.npm(), await clone.child()];

  launched.child.kill(signal);
  const { code } = await launched.ended;
  await clone.letGo();
  const next = await clone.run();

  expect(code).toBe(expected);
  expect([isAlive(npm), isAlive(child)]).toEqual([false, false]);
  expect(next.code).toBe(0);
  expect(await clone.calls()).toHaveLength(2);
});

test('an npm that the system killed is no full stop of the user', async () => {
  const clone = await freshClone();
  await clone.hold();
  const launched = clone.start();
  await clone.untilInstalling();

  process.kill(-(await clone.npm()), 'SIGKILL');

  const { code, stderr } = await launched.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/\nkurir: npm was ended by SIGKILL; perhaps the memory is full\n$/);
});

test('a registry that cannot be reached ends the installation, although npm would go on trying', async () => {
  const clone = await freshClone();
  await clone.hold();
  await writeFile(path.join(clone.folder, 'offline'), NO_NAME);

  const { code, stderr } = await clone.run();

  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^kurir: the npm registry https:\/\/packages\.example cannot be reached \(getaddrinfo ENOTFOUND .*\)\. .*\n$/m,
  );
  expect(await clone.leftovers()).toEqual([]);
});

test.each([
  [
    'no network',
    NO_PROXY,
    /registry https:\/\/packages\.example cannot be reached \(connect ECONNREFUSED 127/,
  ],
  ['a full disk', 'npm error code ENOSPC\n', /disk is full \(\d+ MB are free at .*\)\. Free some space/],
  [
    'a folder of another user',
    'npm error code EACCES\nnpm error path /srv/kurir/node_modules\n',
    /\/srv\/kurir\/node_modules cannot be written by \w+, .*: sudo chown -R \w+ '\/srv/,
  ],
  [
    'a read-only folder',
    'npm ERR! code EROFS\nnpm ERR! path /srv/kurir\n',
    /\/srv\/kurir is read-only, so the/,
  ],
  ['something else', 'npm error code E403\n', /npm failed with code 3; its output stands above/],
])('npm that fails by %s: the last line says what to do', async (_name, output, expected) => {
  const clone = await freshClone();
  await writeFile(path.join(clone.folder, 'broken'), output);

  const { code, stderr } = await clone.run();

  expect(code).toBe(1);
  expect(stderr).toContain(output);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(expected);
});

// A small disk needs a user namespace.
test.skipIf(spawnSync(UNSHARE, ['-rm', 'true']).status !== 0)(
  'a disk that becomes full ends npm at once, and gets its space back',
  async () => {
    const clone = await freshClone();
    await writeFile(path.join(clone.folder, 'fill'), '');

    const { stdout, stderr } = await clone.startOnSmallDisk().ended;

    expect(stderr).toMatch(/^kurir: only [1-4] MB are free there$/m);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^kurir: the disk is full \([1-4] MB are free at /);
    expect(stdout.split('\n')).not.toContain('node_modules');
  },
);

test('a folder that cannot be written: one line names its user and what to do', async () => {
  const clone = await freshClone();
  await writeFile(path.join(clone.folder, '.tmp'), '');

  const { code, stderr } = await clone.run();

  expect([code, stderr]).toEqual([
    1,
    `kurir: the packages are not installed, and ${clone.folder}/ cannot be written (ENOTDIR)\n`,
  ]);
});

test('a node_modules of another system is named and installed again', async () => {
  const clone = await freshClone();
  await clone.installByHand({ foreign: true, changed: 'plain' });

  const { code, stderr } = await clone.run();

  expect(code).toBe(0);
  expect(stderr).toMatch(/^kurir: node_modules belongs to another system and is installed again\n/);
});
