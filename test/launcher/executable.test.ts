import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const KURIR = fileURLToPath(new URL('../../kurir', import.meta.url));
/** A stand-in of bin/kurir.js. */
const LAUNCHER = `
console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), file: process.argv[1] }));
process.exit(3);
`;

test('./kurir gives its arguments and the exit code of the launcher, in the folder of the caller', async () => {
  const { root, elsewhere } = await clone();

  const { code, said } = await run(join(root, 'kurir'), {
    cwd: elsewhere,
    args: ['a b', '', '$HOME', '--c'],
  });

  expect(code).toBe(3);
  expect(said).toEqual({
    args: ['a b', '', '$HOME', '--c'],
    cwd: elsewhere,
    file: join(root, 'bin', 'kurir.js'),
  });
});

test.each([
  ['an absolute link', (root: string) => join(root, 'kurir')],
  ['a relative link', () => '../a clone/kurir'],
])('./kurir finds its clone through %s, and through a link to it', async (_name, target) => {
  const { root, elsewhere } = await clone();
  await symlink(target(root), join(elsewhere, 'first'));
  await symlink('first', join(elsewhere, 'second'));

  const direct = await run(join(elsewhere, 'first'), { cwd: tmpdir() });
  const found = await run('second', { cwd: tmpdir(), path: [elsewhere] });

  expect([direct.said?.file, found.said?.file]).toEqual([
    join(root, 'bin', 'kurir.js'),
    join(root, 'bin', 'kurir.js'),
  ]);
});

test.each([
  ['without Node', undefined, ''],
  ['with an old Node', 'v18.19.1', ', this is v18.19.1'],
])('%s one sentence says what to install', async (_name, version, found) => {
  const { root, elsewhere } = await clone();
  if (version) await fakeNode(elsewhere, version);

  const place = { path: [elsewhere], withoutNode: true };
  const { code, stderr } = await run(join(root, 'kurir'), place);
  const scripted = await run(join(root, 'kurir'), { ...place, args: ['plan', 'list', '--json'] });

  const message = `Node 20 or newer is needed${found}. Install it together with npm: https://nodejs.org`;
  expect([code, stderr]).toEqual([1, `kurir: ${message}\n`]);
  expect([scripted.code, JSON.parse(scripted.stderr)]).toEqual([1, { error: 'failed', message }]);
});

test('after the installation its Node is enough', async () => {
  const { root, elsewhere } = await clone();
  await fakeNode(elsewhere, 'v18.19.1');
  await mkdir(join(root, 'node_modules', '.bin'), { recursive: true });
  await symlink(process.execPath, join(root, 'node_modules', '.bin', 'node'));

  const { said } = await run(join(root, 'kurir'), { path: [elsewhere], withoutNode: true });

  expect(said?.file).toBe(join(root, 'bin', 'kurir.js'));
});

test('the executable of this clone runs the program from another folder', async () => {
  const { elsewhere } = await clone();

  const { code, stdout } = await run(KURIR, { cwd: elsewhere, args: ['account', '--help'] });

  expect(code).toBe(0);
  expect(stdout).toContain('kurir account');
});

/** A clone in a folder whose name has a blank, and another folder. */
async function clone() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kurir-executable-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [root, elsewhere] = [join(folder, 'a clone'), join(folder, 'elsewhere')];
  await mkdir(join(root, 'bin'), { recursive: true });
  await mkdir(elsewhere);
  await cp(KURIR, join(root, 'kurir'));
  await writeFile(join(root, 'bin', 'kurir.js'), LAUNCHER);
  return { root, elsewhere };
}

function fakeNode(folder: string, version: string): Promise<void> {
  return writeFile(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
}

interface RunOptions {
  cwd?: string;
  args?: string[];
  /** Folders in which the shell looks first. */
  path?: string[];
  withoutNode?: boolean;
}

interface Result {
  code: number;
  stdout: string;
  stderr: string;
  said: { args: string[]; cwd: string; file: string } | undefined;
}

async function run(program: string, options: RunOptions): Promise<Result> {
  const { cwd = tmpdir(), args = [], path = [], withoutNode = false } = options;
  const usual = withoutNode ? await toolsOnly() : (process.env.PATH ?? '');
  const env = { PATH: [...path, usual].join(delimiter) };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', '"$@"', 'sh', program, ...args], { cwd, env }, (error, stdout, stderr) => {
      const said = stdout.startsWith('{') ? JSON.parse(stdout) : undefined;
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr, said });
    });
  });
}

/** A folder with the tools that the script calls, because a system may keep Node beside them. */
async function toolsOnly(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-tools-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const tool of ['dirname', 'readlink']) {
    const places = ['/usr/bin', '/bin'].map((place) => join(place, tool));
    const script = `#!/bin/sh\n[ -x ${places[0]} ] && exec ${places[0]} "$@"\nexec ${places[1]} "$@"\n`;
    await writeFile(join(folder, tool), script, { mode: 0o755 });
  }
  return folder;
}
