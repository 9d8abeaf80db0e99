import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '../../../test/harness/long-test.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const SECRET = 'a1'.repeat(32);

test('a command takes its settings from the file, with paths relative to it', async () => {
  const { file, folder, run } = await envFile('KURIR_DATA_DIR=there\n');

  const said = await run(['stop']);

  expect(said).toEqual({
    code: 0,
    stdout: `Nothing to stop: no Kurir runs on ${join(folder, 'there')}.\n`,
    stderr: '',
  });
  expect(await readFile(file, 'utf8')).toBe('KURIR_DATA_DIR=there\n');
});

longTest('of two lines with one name the last counts', async () => {
  const { folder, run } = await envFile('KURIR_DATA_DIR=first\nKURIR_DATA_DIR=last\n');

  expect((await run(['stop'])).stdout).toContain(` ${join(folder, 'last')}.`);
});

test('the environment wins over the file, also with an empty value', async () => {
  const { folder, run } = await envFile('KURIR_DATA_DIR=there\n');
  const other = join(folder, 'other');

  const given = await run(['stop'], { KURIR_DATA_DIR: other });
  const empty = await run(['stop'], { KURIR_DATA_DIR: '' });

  expect(given.stdout).toContain(` ${other}.`);
  expect(empty.stderr).toContain('No Kurir here');
});

test('mistakes in the file are named with their lines, and no value is shown', async () => {
  const lines = [
    'KURIR_PORT 8080',
    '',
    `KURIR_SECRET_KEY="${SECRET}`,
    'KURIR_DATA_DIR=~/data',
    'KURIR_SANDBOX_TOKEN="$(cat token)"',
    'OF_ANOTHER_PROGRAM="$(cat token)"',
  ];
  const { file, run } = await envFile(lines.join('\n'));

  const { code, stdout, stderr } = await run(['stop']);

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `${file}:1: is not NAME=value\n` +
      `${file}:3: the quotes of KURIR_SECRET_KEY do not enclose one value on this line\n` +
      `${file}:4: KURIR_DATA_DIR is not expanded in a file, write the value itself\n` +
      `${file}:5: KURIR_SANDBOX_TOKEN is not expanded in a file, write the value itself\n`,
  );
});

longTest('a wrong value of the file is named with its line, one of the environment is not', async () => {
  const { file, run } = await envFile(`KURIR_SECRET_KEY=${SECRET}x\nKURIR_PORT=http\n`);

  const { stderr } = await run(['stop'], { KURIR_SANDBOX: 'yes' });

  const lines = stderr.trimEnd().split('\n').sort();
  expect(lines.map((line) => line.split(' is not allowed')[0])).toEqual([
    `${file}:1: KURIR_SECRET_KEY: this value`,
    `${file}:2: KURIR_PORT: "http"`,
    'KURIR_SANDBOX: "yes"',
  ]);
  expect(stderr).not.toContain(SECRET);
});

test('a file that cannot be read ends the command', async () => {
  const { folder, run } = await envFile('');

  const { code, stderr } = await run(['stop'], { KURIR_ENV_FILE: folder });

  expect([code, stderr]).toEqual([1, `KURIR_ENV_FILE: ${folder} cannot be read (EISDIR)\n`]);
});

longTest('a pipe without a writer ends the command, and does not stop it', async () => {
  const { folder, run } = await envFile('');
  const pipe = join(folder, 'pipe');
  execFileSync('/bin/sh', ['-c', `mkfifo ${pipe}`]);

  const { code, stderr } = await run(['stop'], { KURIR_ENV_FILE: pipe });

  expect([code, stderr]).toEqual([1, `KURIR_ENV_FILE: ${pipe} cannot be read (it is a pipe)\n`]);
});

test('unknown settings are warned about once each, with the nearest name', async () => {
  const text = 'KURIR_DATA_DIR=there\nKURIR_HOTS=::1\nDATABSE_URL=postgres://a@b/c\nNODE_ENV=production\n';
  const { file, run } = await envFile(text);

  const { code, stderr } = await run(['stop'], { KURIR_PROT: '1', KURIR_TEST_THIS: '1', KURIR_MOON: '1' });

  expect(code).toBe(0);
  expect(stderr.trimEnd().split('\n').sort()).toEqual(
    [
      'Warning: KURIR_MOON is no setting of Kurir. docs/settings.md lists all settings.',
      'Warning: KURIR_PROT is no setting of Kurir. Did you mean KURIR_PORT?',
      `Warning: ${file}:2: KURIR_HOTS is no setting of Kurir. Did you mean KURIR_HOST?`,
      `Warning: ${file}:3: DATABSE_URL is no setting of Kurir. Did you mean DATABASE_URL?`,
    ].sort(),
  );
});

longTest('warnings of a command with --json are lines of JSON', async () => {
  const { run } = await envFile('KURIR_DATA_DIR=there\n');

  const { stderr } = await run(['stop', '--json'], { KURIR_PROT: '1' });

  expect(JSON.parse(stderr)).toMatchObject({
    level: 40,
    msg: 'settings.suspect',
    hint: expect.stringMatching(/KURIR_PORT\?$/),
  });
});

test.each([
  ['a secret', `KURIR_SECRET_KEY=${SECRET}\n`, 0o644, true],
  ['the password of the database', `DATABASE_URL=postgres://u:p@h/d\nKURIR_SECRET_KEY=\n`, 0o604, true],
  ['a secret for its group', `KURIR_SECRET_KEY=${SECRET}\n`, 0o640, false],
  ['no secret', 'DATABASE_URL=postgres://u@h/d\nKURIR_PORT=1\n', 0o644, false],
])(
  'a file with %s and its mode is warned about when every user can read it',
  async (_name, text, mode, warns) => {
    const { file, run } = await envFile(text, mode);

    const { stderr } = await run(['stop'], { DATABASE_URL: '', KURIR_DATA_DIR: 'there' });

    const warning = `Warning: Every user of this machine can read ${file}, which holds `;
    expect(stderr.startsWith(warning)).toBe(warns);
    expect(stderr.includes(`: chmod 600 ${file}`)).toBe(warns);
    expect(stderr).not.toContain(SECRET);
  },
);

test('a help needs no settings', async () => {
  const { run } = await envFile('broken\n');

  expect((await run(['account', '--help'])).code).toBe(0);
});

longTest('a gateway takes its settings from the file, and warns once for all its processes', async () => {
  const { file } = await envFile('KURIR_ROLES=api,sessions\nLOG_LEVEL=warn\nKURIR_PROT=1\n');
  const { start, run, folder } = await preparedInstallation({
    KURIR_ENV_FILE: file,
    LOG_LEVEL: 'warn',
    KURIR_MOON: '1',
  });

  const gateway = await start();
  const listed = await run('account', 'list', '--json');
  const sandboxLog = await readFile(join(folder, 'sandbox', 'sandbox.log'), 'utf8');

  const hints = gateway
    .log()
    .split('\n')
    .filter((line) => line.includes('settings.suspect'))
    .map((line) => JSON.parse(line).hint.split(' is no setting')[0]);
  expect(hints).toEqual(['KURIR_MOON', `${file}:3: KURIR_PROT`]);
  expect(sandboxLog).not.toContain('settings.suspect');
  expect(listed.code).toBe(0);
});

/** A file with settings, and commands that read it, in another folder. */
async function envFile(text: string, mode = 0o600) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kurir-env-')));
  const cwd = await mkdtemp(join(tmpdir(), 'kurir-elsewhere-'));
  onTestFinished(async () => {
    for (const each of [folder, cwd]) await rm(each, { recursive: true });
  });
  const file = join(folder, '.env');
  await writeFile(file, text);
  await chmod(file, mode);
  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd, env: { KURIR_ENV_FILE: file, ...env } };
      execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  return { file, folder, run };
}
