import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export class Refused extends Error {}

export interface Release {
  root: string;
  version: string;
  /** The latest tag; null before the first release. */
  before: string | null;
  changelog: string;
}

/** Throws Refused where the tree, the version or the changelog are not ready. */
export async function prepareRelease(root: string, version: string): Promise<Release> {
  const git = gitOf(root);
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused(`"${version}" is no version such as 0.2.0`);
  if (git('status', '--porcelain') !== '') throw new Refused('there are changes that are not committed');
  const [before = null] = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n').filter(Boolean);
  if (before !== null && !isNewer(version, before.slice(1)))
    throw new Refused(`${before} is released already`);
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(unreleased(version)))
    throw new Refused(`CHANGELOG.md has no line "${unreleased(version)}"`);
  return { root, version, before, changelog };
}

const unreleased = (version: string) => `## ${version} (unreleased)`;

const isNewer = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

/** The commits since the release before, by area: those with the most changes first. */
export function notesOf({ root, version, before }: Release): string {
  const subjects = gitOf(root)('log', '--format=%s', ...(before ? [`${before}..`] : [])).split('\n');
  const areas = Map.groupBy(subjects, (subject) => /^([^:]+): /.exec(subject)?.[1] ?? 'other');
  const sections = [...areas]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([area, all]) => [
      `## ${area}`,
      ...all.map((subject) => `- ${subject.replace(/^[^:]+: /, '')}`),
      '',
    ]);
  return [`# Kurir ${version}`, '', ...sections.flat()].join('\n');
}

/** Names the version in the tree, commits and tags it. Nothing is pushed. */
export async function tagRelease({ root, version, changelog }: Release, notes: string, today: string) {
  const git = gitOf(root);
  await writeFile(
    path.join(root, 'CHANGELOG.md'),
    changelog.replace(unreleased(version), `## ${version} (${today})`),
  );
  for (const name of ['package.json', 'package-lock.json']) {
    const file = path.join(root, name);
    // The first one is that of Kurir; a lock file has it twice.
    const text = await readFile(file, 'utf8');
    const own = /("name": "kurir",\n\s+"version": )"[^"]*"/g;
    await writeFile(file, text.replaceAll(own, `$1"${version}"`));
  }
  const chart = path.join(root, 'deploy/helm/Chart.yaml');
  const own = /^((?:appV|v)ersion: ).*$/gm;
  await writeFile(chart, (await readFile(chart, 'utf8')).replaceAll(own, `$1${version}`));
  git('commit', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', notes);
}

/** Fails as the command fails, whose output is on the terminal. */
export function runNpm(root: string, ...args: string[]): void {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Refused(`npm ${args.join(' ')} failed`);
}

const gitOf =
  (root: string) =>
  (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();
