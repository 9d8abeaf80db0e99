import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = 'console.log(process.env.KURIR_ENV_FILE ?? null);';

test.each([
  ['start', true],
  ['account', true],
  ['test', false],
  ['check', false],
  ['bench', false],
])('%s reads the .env beside ./kurir: %s', async (command, reads) => {
  const { folder, run } = await clone();
  await writeFile(join(folder, '.env'), '');

  const file = await run([command]);

  expect(file).toBe(reads ? join(folder, '.env') : 'null');
});

test('without the file there is none, and the environment can name another one, or none', async () => {
  const { folder, run } = await clone();

  const missing = await run(['start']);
  await writeFile(join(folder, '.env'), '');
  const other = await run(['start'], { KURIR_ENV_FILE: 'other' });
  const none = await run(['start'], { KURIR_ENV_FILE: '' });

  expect([missing, other, none]).toEqual(['null', 'other', '']);
});

test.each([
  ["Kurir's own Node becomes the program", true],
  ['another Node starts it as a child', false],
])('%s', async (_name, isOwn) => {
  const { folder, start } = await clone();
  const ownNode = join(folder, 'node_modules/.bin/node');
  await mkdir(dirname(ownNode));
  if (isOwn) await symlink(process.execPath, ownNode);
  else await writeFile(ownNode, `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  await writeFile(join(folder, 'src/cli.js'), 'console.log(process.pid)');

  const { pid, said } = start(['start']);

  expect(Number(await said) === pid).toBe(isOwn);
});

/** The launcher with stand-ins for the programs that it starts, as after an installation. */
async function clone() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kurir-env-clone-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['src', 'test/bench', 'node_modules/vitest']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  for (const name of ['kurir', 'bin']) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  const files = {
    'package.json': '{"type": "module"}',
    'package-lock.json': '{"packages": {}}',
    'node_modules/.package-lock.json': '{"packages": {}}',
    'node_modules/vitest/vitest.mjs': PROGRAM,
    'src/cli.js': PROGRAM,
    'test/check.ts': PROGRAM,
    'test/bench/run.ts': PROGRAM,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const start = (args: string[], env: Record<string, string> = {}) => {
    const options = { cwd: tmpdir(), env: { PATH: process.env.PATH, KURIR_DASHBOARD: 'off', ...env } };
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { pid } = execFile(join(folder, 'kurir'), args, options, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout.replace(/\n$/, ''));
    });
    return { pid, said: promise };
  };
  const run = (...given: Parameters<typeof start>) => start(...given).said;
  return { folder, start, run };
}
