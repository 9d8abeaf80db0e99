import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notesOf, prepareRelease, tagRelease } from './release.ts';

async function clone() {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const commit = (subject: string) =>
    git('commit', '--quiet', '--allow-empty', '--all', '--message', subject);
  git('init', '--quiet');
  for (const [key, value] of [
    ['user.name', 'Sari'],
    ['user.email', 'sari@example.com'],
  ] as const)
    git('config', key, value);
  const own = '{\n  "name": "kurir",\n  "version": "0.1.0"\n}\n';
  for (const name of ['package.json', 'package-lock.json']) await write(name, own);
  await mkdir(path.join(folder, 'deploy/helm'), { recursive: true });
  await write('deploy/helm/Chart.yaml', 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\n');
  await write('CHANGELOG.md', '# Changelog\n\n## 0.2.0 (unreleased)\nNew.\n');
  git('add', '.');
  commit('all: begin');
  git('tag', 'v0.1.0');
  return { folder, git, write, commit, read: (name: string) => readFile(path.join(folder, name), 'utf8') };
}

test('a release has the commits since the last one by area, and its version in each file', async () => {
  const { folder, git, commit, read } = await clone();
  for (const subject of ['web: draw it', 'contacts: find it: fast', 'web: say it']) commit(subject);

  const release = await prepareRelease(folder, '0.2.0');
  const notes = notesOf(release);
  await tagRelease(release, notes, '2026-11-30');

  expect(notes).toBe('# Kurir 0.2.0\n\n## web\n- say it\n- draw it\n\n## contacts\n- find it: fast\n');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(notes.trim());
  expect([await read('package.json'), await read('package-lock.json')]).toEqual(
    Array(2).fill('{\n  "name": "kurir",\n  "version": "0.2.0"\n}\n'),
  );
  expect(await read('CHANGELOG.md')).toContain('## 0.2.0 (2026-11-30)');
  expect(await read('deploy/helm/Chart.yaml')).toBe('apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n');
  expect(git('status', '--porcelain')).toBe('');
});

test.each([
  ['0.2', '"0.2" is no version such as 0.2.0'],
  ['0.1.0', 'v0.1.0 is released already'],
  ['0.0.9', 'v0.1.0 is released already'],
  ['0.10.0', 'CHANGELOG.md has no line "## 0.10.0 (unreleased)"'],
])('the version %s is refused: %s', async (version, problem) => {
  const { folder } = await clone();

  await expect(prepareRelease(folder, version)).rejects.toThrow(problem);
});

test('a tree with changes is not released', async () => {
  const { folder, write } = await clone();
  await write('package.json', '{}');

  await expect(prepareRelease(folder, '0.2.0')).rejects.toThrow('there are changes that are not committed');
});
