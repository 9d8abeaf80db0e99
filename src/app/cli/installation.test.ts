import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../test/harness/long.ts';
import { EXIT_CODES } from '../../platform/lib/command.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLI = join(ROOT, 'src', 'cli.js');

/** One of the database, and one of the sandbox. */
const SHORT = ['account list', 'sandbox messages 6281234567890'];
const COMMANDS = [
  'account list',
  'account create --name Toko',
  'key list --account 1',
  'plan list',
  'device list',
  'webhook list',
  'broadcast list',
  'audit list',
  'stop',
  'sandbox',
  'sandbox messages 6281234567890',
  'sandbox cloud requests',
];

test.each(isLong ? COMMANDS : SHORT)(
  '`%s` in a folder without an installation says so, and creates nothing',
  async (words) => {
    const folder = await emptyFolder();

    const { code, stdout, stderr } = await run(folder, words);

    expect([code, stdout]).toEqual([EXIT_CODES.no_installation, '']);
    expect(stderr).toMatch(/^[^\n]*\n$/);
    expect(stderr).toContain(`No Kurir here: ${join(folder, 'data')} does not exist. `);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('the message says how to start one, with the whole path of the program', async () => {
  const folder = await emptyFolder();

  const { stderr } = await run(folder, 'account list');

  expect(stderr).toMatch(/cd |KURIR_DATA_DIR/);
  expect(stderr).toContain(ROOT);
});

test('a folder named data of another program is no installation', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'sales.csv'), '');

  const { code, stderr } = await run(folder, 'account list');

  expect(code).toBe(EXIT_CODES.no_installation);
  expect(stderr).toContain(`No Kurir here: ${join(folder, 'data')} holds no data of Kurir. `);
  expect(await readdir(join(folder, 'data'))).toEqual(['sales.csv']);
});

test('beside a gateway with another database a command asks for DATABASE_URL', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'gateway.json'), '{}');

  const list = await run(folder, 'account list');
  const stop = await run(folder, 'stop');

  expect(list.code).toBe(EXIT_CODES.no_installation);
  expect(list.stderr).toBe(
    `No Kurir database here: ${join(folder, 'data')} holds none. ` +
      'Set DATABASE_URL and KURIR_SECRET_KEY as for its gateway\n',
  );
  expect(stop.code).toBe(0);
  expect(await readdir(join(folder, 'data'))).toEqual(['gateway.json']);
});

test('a named data folder is used, existing or not', async () => {
  const folder = await emptyFolder();

  const { code } = await run(folder, 'stop', { KURIR_DATA_DIR: 'new' });

  expect(code).toBe(0);
});

async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kurir-nothing-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function run(cwd: string, words: string, env: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [CLI, ...words.split(' ')], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
