import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { switchBack, switchProgram } from './program.ts';

/** A clone with a later commit, packages and a dashboard; and new ones of both beside them. */
async function staged() {
  const place = await mkdtemp(join(tmpdir(), 'kurir-switch-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), text);
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: place, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'Sari');
  git('config', 'user.email', 'sari@example.com');
  const commit = async (version: string) => {
    await write('version', version);
    git('add', 'version');
    git('commit', '--quiet', '--message', version);
    return git('rev-parse', 'HEAD');
  };
  const [from, to] = [await commit('old'), await commit('new')];
  git('checkout', '--quiet', '--detach', from);
  for (const name of ['node_modules', 'web/dist']) {
    await write(`${name}/file`, 'old');
    await write(`.upgrade/new/${name}/file`, 'new');
  }
  const moves = ['node_modules', 'web/dist'];
  const program = { form: 'clone', place, version: '0.2.0', commits: { from, to }, moves } as const;
  const found = () =>
    Promise.all(
      ['version', 'node_modules/file', 'web/dist/file'].map((name) => readFile(join(place, name), 'utf8')),
    );
  return { place, program: { ...program, moves }, found };
}

test('a switch that was interrupted between two renames is finished, or undone', async () => {
  for (const [act, version] of [
    [switchProgram, 'new'],
    [switchBack, 'old'],
  ] as const) {
    const { place, program, found } = await staged();
    await mkdir(join(place, '.upgrade/old'));
    await rename(join(place, 'node_modules'), join(place, '.upgrade/old/node_modules'));

    await act(program);
    await act(program);

    expect(await found()).toEqual([version, version, version]);
  }
});

test('a switch that fails in its last step is undone, and can be made again', async () => {
  const { place, program, found } = await staged();
  await rename(join(place, 'web'), join(place, 'away'));
  await writeFile(join(place, 'web'), 'a file');

  const failed = await switchProgram(program).catch(({ code }: NodeJS.ErrnoException) => code);
  await switchBack(program);
  await rm(join(place, 'web'));
  await rename(join(place, 'away'), join(place, 'web'));
  const undone = await found();
  await switchProgram(program);

  expect(failed).toMatch(/^(EEXIST|ENOTDIR)$/);
  expect(undone).toEqual(['old', 'old', 'old']);
  expect(await found()).toEqual(['new', 'new', 'new']);
  expect(existsSync(join(place, '.upgrade/old/web/dist/file'))).toBe(true);
});
