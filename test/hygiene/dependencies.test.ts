import { expect, test } from 'vitest';
import { findDependencyProblems, readDependencyFiles } from './dependencies.ts';

const REACT = { version: '1.2.3', integrity: 'sha512-abc', license: 'MIT' };

test('the dependencies of this repository are exact, checked, free and explained', async () => {
  const files = await readDependencyFiles();

  const problems = findDependencyProblems(files);

  expect(problems).toEqual([]);
});

test('two packages may share one line', () => {
  const versions = { dependencies: { a: '1.0.0', '@b/c': '1.0.0' } };

  const problems = findDependencyProblems({
    manifest: JSON.stringify(versions),
    lock: JSON.stringify({ packages: { '': versions } }),
    page: '- `a`, `@b/c`: one reason.',
  });

  expect(problems).toEqual([]);
});

test.each([
  ['^1.2.3', 'package.json: react is "^1.2.3", not an exact version'],
  ['git+ssh://host/react.git', 'package.json: react is "git+ssh://host/react.git", not an exact version'],
  ['latest', 'package.json: react is "latest", not an exact version'],
])('an inexact version is found: %s', (version, problem) => {
  expect(problemsWith({ version })).toEqual([problem]);
});

test.each([
  [
    'an address',
    { resolved: 'https://somewhere/react.tgz' },
    'names where it came from: https://somewhere/react.tgz',
  ],
  ['a repository', { version: 'git+ssh://host/react.git' }, 'is not a version from the registry'],
  ['a folder', { link: true }, 'is not a version from the registry'],
  ['no hash', { integrity: undefined }, 'has no integrity hash'],
  ['another licence', { license: 'AGPL-3.0' }, 'has the licence "AGPL-3.0", which nobody accepted yet'],
  ['no licence', { license: undefined }, 'has the licence "no licence", which nobody accepted yet'],
])('a locked package that cannot be trusted is found: %s', (_name, change, problem) => {
  expect(problemsWith({ locked: { ...REACT, ...change } })).toEqual([`package-lock.json: react ${problem}`]);
});

test('an accepted licence is accepted for its package only', () => {
  const problems = problemsWith({ locked: { ...REACT, license: 'GPL-3.0' } });

  expect(problems).toHaveLength(1);
});

test('a lock that was not renewed is found', () => {
  const problems = problemsWith({ lockedVersion: '1.2.2' });

  expect(problems).toEqual(['package-lock.json: not the versions of package.json']);
});

test.each([
  ['no line', '', 'docs/dependencies.md: no line says why react is here'],
  ['a line without a reason', '- `react`: \n', 'docs/dependencies.md: no line says why react is here'],
  [
    'a line left over',
    '- `react`: a.\n- `vue`: b.',
    'docs/dependencies.md: vue is not a dependency any more',
  ],
])('every dependency has its reason, and every reason its dependency: %s', (_name, page, problem) => {
  expect(problemsWith({ page })).toEqual([problem]);
});

/** The problems of a project with one dependency, which is fine but for the change. */
function problemsWith(change: { version?: string; lockedVersion?: string; locked?: object; page?: string }) {
  const { version = '1.2.3', locked = REACT, page = '- `react`: draws the pages.' } = change;
  const root = { dependencies: { react: change.lockedVersion ?? version } };
  return findDependencyProblems({
    manifest: JSON.stringify({ dependencies: { react: version } }),
    lock: JSON.stringify({ packages: { '': root, 'node_modules/react': locked } }),
    page,
  });
}
