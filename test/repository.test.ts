import { readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { Settings, unknownSettings } from '../src/config.ts';
import { readTree, type SourceFile } from './hygiene/tree.ts';

/** Files that may be longer, each with its reason. */
const LONG_FILES: Record<string, string> = {
  'package-lock.json': 'written by npm',
  'deploy/grafana-dashboard.json': 'as Grafana exports it',
  'docs/flow.schema.json': 'generated',
  'docs/openapi.json': 'generated',
  'web/src/api/schema.ts': 'generated',
  'web/src/api/limits.ts': 'generated',
  'src/platform/lib/error-codes.ts': 'one table of all codes',
  'test/hygiene/table-exceptions.ts': 'a list of statements with their reasons',
};
/** All texts of a language. */
const CATALOGUE = /^web\/src\/(texts|pages\/inbox\/composer\/emoji)\/\w+\.json$/;
/** Variables of the tests, which are not settings of the gateway. */
const TEST_VARIABLES = [
  'KURIR_TEST_CHROMIUM',
  'KURIR_TEST_DATABASE_URL',
  'KURIR_TEST_MODEL_RUNS',
  'KURIR_TEST_MODEL_SEED',
  'KURIR_TEST_CRASH_KILLS',
  'KURIR_TEST_CRASH_SEED',
  'KURIR_TEST_DURATIONS',
  'KURIR_TEST_LONG',
];
const DECISION_SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences'];
const ROOT_DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

const tree = await readTree();
const documents = tree.filter(({ path }) => path.endsWith('.md'));
const code = tree.filter(({ path }) => /\.([cm]?[jt]sx?|sql|sh|css)$|^\.ci\//.test(path));
const sources = code.filter(
  ({ path }) => /^(src|sandbox|widget|web)\//.test(path) && !path.endsWith('.test.ts'),
);

test('the tree contains the files of the repository without installed packages', () => {
  const paths = tree.map(({ path }) => path);

  expect(paths).toEqual(expect.arrayContaining(['package.json', '.ci/run', 'src/config.ts']));
  expect(paths.filter((path) => /(^|\/)(node_modules|\.git)\//.test(path))).toEqual([]);
});

test('no file names a folder outside the repository', () => {
  const machinePaths = /(?<![\w.~-])\/(home|Users|work|workspaces?|mnt)\/[\w.-]+/;

  expect(linesMatching(tree, machinePaths)).toEqual([]);
});

test('no file names a package registry', () => {
  const registries = /\/\/[^\s/]*(registry|npmjs|yarnpkg|artifactory|nexus|verdaccio|pkg\.github)[^\s/]*/i;

  expect(linesMatching(tree, registries)).toEqual([]);
});

test('no file is longer than 400 lines (tests: 500), except listed files', () => {
  const tooLong = tree
    .filter(({ path }) => !(path in LONG_FILES) && !CATALOGUE.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > (path.endsWith('.test.ts') ? 500 : 400));

  expect(tooLong).toEqual([]);
});

test('no file has a vague name', () => {
  const vague = /(^|\/)(utils?|helpers?|types|common|misc|index)\.[jt]sx?$/;

  expect(code.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
});

test('SQL is written in stores and in lib', () => {
  const queries =
    /\b(pool|client|db|tx)\s*\.query\(|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;
  const elsewhere = sources.filter(({ path }) => !/^src\/platform\/lib\/|[/-]store\.ts$/.test(path));

  expect(linesMatching(elsewhere, queries)).toEqual([]);
});

test('a comment about open work names its issue', () => {
  // The classes keep the pattern from matching its own line.
  expect(linesMatching(code, /\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b(?!\(#\d+\))/)).toEqual([]);
});

test.each(ROOT_DOCUMENTS)('%s exists and has less than 150 lines', (path) => {
  const lines = documents.find((document) => document.path === path)?.text.split('\n').length;

  expect(lines).toBeGreaterThan(1);
  expect(lines).toBeLessThan(150);
});

test('every link between documents has a target', async () => {
  const pictures = (await readdir(new URL('../docs/pictures/', import.meta.url))).map(
    (name) => `docs/pictures/${name}`,
  );
  const targets = new Set([...pictures, ...tree.flatMap(({ path }) => [path, ...parentsOf(path)])]);
  const dead = documents.flatMap(({ path, text }) =>
    linksOf(text)
      .filter((link) => !targets.has(posix.join(posix.dirname(path), link)))
      .map((link) => `${path} -> ${link}`),
  );

  expect(dead).toEqual([]);
});

test('every file that a document names exists', () => {
  const paths = new Set(tree.flatMap(({ path }) => [path, ...parentsOf(path)]));
  const current = documents.filter(({ path }) => !path.startsWith('docs/decisions/'));
  const named = current.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|sandbox|test|bin|migrations|docs)\/[\w./-]*)`/g)].map(([, name = '']) => ({
      path,
      name: name.replace(/\/$/, ''),
    })),
  );

  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !paths.has(name) && !name.includes('NNNN'))).toEqual([]);
});

test('every npm script that a document names exists', () => {
  const manifest: { scripts: object } = JSON.parse(textOf('package.json'));
  const named = documents.flatMap(({ text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
  );

  expect(named.filter((name) => name !== undefined && !(name in manifest.scripts))).toEqual([]);
});

test('every setting that a document names exists', () => {
  const known = [...Object.keys(Settings.shape), ...TEST_VARIABLES];
  const named = documents.flatMap(({ text }) => text.match(/\bKURIR_[A-Z_]+\b/g) ?? []);

  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('every variable that the code names is a setting, so that no warning calls it unknown', () => {
  const program = [...sources, ...code.filter(({ path }) => path.startsWith('bin/'))];
  const named = program.flatMap(({ text }) => text.match(/\bKURIR_[A-Z_]*[A-Z]\b/g) ?? []);

  expect(named.length).toBeGreaterThan(100);
  expect(unknownSettings(named)).toEqual([]);
});

test('every decision has the form of the template and at most 60 lines', () => {
  const problems = documents.flatMap(({ path, text }) =>
    path.startsWith('docs/decisions/') ? decisionProblems(path, text) : [],
  );

  expect(problems).toEqual([]);
});

test('every decision has a unique number', () => {
  const numbers = documents.flatMap(({ path }) => path.match(/^docs\/decisions\/(\d{4})-/)?.[1] ?? []);

  expect(numbers).toEqual([...new Set(numbers)]);
});

test.each([
  ['a title with another number', (text: string) => text.replace('# 0000:', '# 0001:')],
  ['no status', (text: string) => text.replace('Status:', 'State:')],
  ['a missing section', (text: string) => text.replace('## Alternatives', '')],
  ['an extra section', (text: string) => `${text}\n## Notes\nMore.\n`],
  ['more than a page', (text: string) => `${text}${'more\n'.repeat(60)}`],
])('a decision is refused for %s', (_name, spoil) => {
  const path = 'docs/decisions/0000-template.md';

  expect(decisionProblems(path, spoil(textOf(path)))).toHaveLength(1);
});

function decisionProblems(path: string, text: string): string[] {
  const number = path.match(/^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/)?.[1];
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const problems: string[] = [];
  if (!text.startsWith(`# ${number}: `))
    problems.push('the title does not begin with the number of the file');
  if (!/^Status: (accepted|proposed|superseded by \d{4})/m.test(text)) problems.push('no status');
  if (String(sections) !== String(DECISION_SECTIONS)) problems.push(`sections: ${sections.join(', ')}`);
  if (text.split('\n').length > 60) problems.push('more than a page');
  return problems.map((problem) => `${path}: ${problem}`);
}

/** `path:line: text` of each line that matches. */
function linesMatching(files: SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** The targets of links to other files, without anchors. */
function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .flatMap(([, link]) => link ?? [])
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => link.replace(/\/$/, ''));
}

function parentsOf(path: string): string[] {
  const parent = posix.dirname(path);
  return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

function textOf(path: string): string {
  return tree.find((file) => file.path === path)?.text ?? '';
}
