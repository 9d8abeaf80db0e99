import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

test('git clean -xfd in the clone leaves the data folder alone, and git status does not show it', async () => {
  const clone = await place();
  const git = (...args: string[]) => promisify(execFile)('git', ['-C', clone, ...args]);
  const data = join(clone, 'data');
  await git('init', '--quiet');
  await writeFile(join(clone, '.gitignore'), 'data/\n');
  await makeDataFolder(data, clone);
  await makeDataFolder(data, clone);
  await writeFile(join(data, 'secret-key'), '');
  await mkdir(join(clone, 'other'));

  const status = await git('status', '--porcelain', '--untracked-files=all');
  await git('clean', '--quiet', '-xfd');

  expect(status.stdout).toBe('?? .gitignore\n');
  expect((await readdir(clone)).toSorted()).toEqual(['.git', 'data']);
  expect((await readdir(data)).toSorted()).toEqual(['.git', 'secret-key']);
});

test.each([
  ['a file', (file: string) => file, 'FILE cannot be used: FILE is a file.'],
  ['a folder below a file', (file: string) => join(file, 'x'), 'FILE/x cannot be created: FILE is a file.'],
  ['a folder that the system refuses', () => '/proc/nope', '/proc/nope cannot be created (ENOENT).'],
])('%s is refused in one line, with its path and an example', async (_name, placeOf, text) => {
  const file = join(await place(), 'file');
  await writeFile(file, '');

  const message = await makeDataFolder(placeOf(file)).catch((error: Error) => error.message);

  const advice = 'Choose another folder, for example KURIR_DATA_DIR=$HOME/kurir-data';
  expect(message).toBe(`KURIR_DATA_DIR: ${text.replaceAll('FILE', file)} ${advice}`);
});

/** Root passes every check, so this runs as another user. */
async function refusalAs(uid: number, folder: string): Promise<string> {
  const run = `import(process.argv[1]).then((file) => file.makeDataFolder(process.argv[2]))
    .catch((error) => process.stdout.write(error.message))`;
  const module = fileURLToPath(new URL('./data-folder.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', run, module, folder], {
    uid,
    gid: uid,
  });
  return stdout;
}

/** Below a home folder that is closed, other users cannot run our scripts. */
const isOpen = import.meta.dirname
  .split(sep)
  .every((_, n, parts) => (statSync(parts.slice(0, n + 1).join(sep) || sep).mode & 0o001) !== 0);

test.runIf(process.getuid?.() === 0 && isOpen)(
  'a folder of another user is refused with its owner and both ways out',
  async () => {
    const folder = await place();
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'data'), { mode: 0o700 });

    const used = await refusalAs(65_534, join(folder, 'data'));
    const created = await refusalAs(65_534, join(folder, 'new'));

    const who = 'belongs to root, and nobody may not write there.';
    const other = 'choose another folder, for example KURIR_DATA_DIR=$HOME/kurir-data';
    expect(used).toBe(
      `KURIR_DATA_DIR: ${folder}/data cannot be used: ${folder}/data ${who} Do this: start Kurir as root, or ${other}`,
    );
    expect(created).toBe(
      `KURIR_DATA_DIR: ${folder}/new cannot be created: ${folder} ${who} Do this: ${other}`,
    );
  },
);
