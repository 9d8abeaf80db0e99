import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Licences that only require keeping the notices, from users and from authors of changes. */
const FREE_LICENCES = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    'MIT',
    'MIT-0',
    '(MIT OR CC0-1.0)',
    'MIT OR Apache-2.0',
    '(MIT OR GPL-3.0-or-later)',
    '(AFL-2.1 OR BSD-3-Clause)',
    '(MIT AND Zlib)',
  ],
  ...['MPL-2.0', 'Python-2.0', 'Unlicense'],
]);
/** Packages under another licence, each explained in docs/dependencies.md and NOTICE. */
const ACCEPTED_LICENCES: Record<string, string> = {
  libsignal: 'GPL-3.0',
  // Its text is BSD-2-Clause.
  duck: 'BSD',
  // Like MIT, for data. Emoji of the dashboard.
  'cldr-annotations-full': 'Unicode-3.0',
  // MIT, in a field or a text that npm does not read. Of the S3 server for tests.
  busboy: 'no licence',
  'humanize-number': 'no licence',
  streamsearch: 'no licence',
};

const Versions = z.record(z.string(), z.string()).default({});
const Direct = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
});
const Locked = z.object({
  version: z.string(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  license: z.string().optional(),
});
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });

export interface DependencyFiles {
  /** The texts of package.json, package-lock.json and docs/dependencies.md. */
  manifest: string;
  lock: string;
  page: string;
}

export async function readDependencyFiles(root = ROOT): Promise<DependencyFiles> {
  const [manifest, lock, page] = await Promise.all(
    ['package.json', 'package-lock.json', 'docs/dependencies.md'].map((file) =>
      readFile(root + file, 'utf8'),
    ),
  );
  return { manifest: manifest ?? '', lock: lock ?? '', page: page ?? '' };
}

/** What is wrong with the dependencies, one line each; empty when all is well. */
export function findDependencyProblems(files: DependencyFiles): string[] {
  const direct = Direct.parse(JSON.parse(files.manifest));
  const { packages } = Lock.parse(JSON.parse(files.lock));
  const { '': root, ...locked } = packages;
  return [
    ...inexactVersions(direct),
    ...(sameVersions(direct, Direct.parse(root))
      ? []
      : ['package-lock.json: not the versions of package.json']),
    ...Object.entries(locked).flatMap(([path, entry]) => lockedProblems(path, Locked.parse(entry))),
    ...unexplained(allNames(direct), files.page),
  ];
}

function inexactVersions(direct: z.infer<typeof Direct>): string[] {
  return Object.values(direct).flatMap((versions) =>
    Object.entries(versions)
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `package.json: ${name} is "${version}", not an exact version`),
  );
}

function sameVersions(manifest: z.infer<typeof Direct>, lock: z.infer<typeof Direct>): boolean {
  const sorted = (direct: z.infer<typeof Direct>) =>
    JSON.stringify(Object.entries(direct).map(([kind, versions]) => [kind, Object.entries(versions).sort()]));
  return sorted(manifest) === sorted(lock);
}

/** npm may use any registry. So a locked package has a hash and no address. */
function lockedProblems(path: string, entry: z.infer<typeof Locked>): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const problems: string[] = [];
  if (entry.link || !EXACT.test(entry.version)) problems.push('is not a version from the registry');
  if (entry.resolved !== undefined) problems.push(`names where it came from: ${entry.resolved}`);
  if (entry.integrity === undefined) problems.push('has no integrity hash');
  const licence = entry.license ?? 'no licence';
  if (!FREE_LICENCES.has(licence) && ACCEPTED_LICENCES[name] !== licence) {
    problems.push(`has the licence "${licence}", which nobody accepted yet`);
  }
  return problems.map((problem) => `package-lock.json: ${name} ${problem}`);
}

/** Every direct dependency has its line, "- `name`: reason.", and no line outlives its dependency. */
function unexplained(names: string[], page: string): string[] {
  const lines = [...page.matchAll(/^- (`.+?`): \S/gm)].flatMap(([, head]) => head?.match(/[^`, ]+/g) ?? []);
  const missing = names.filter((name) => !lines.includes(name));
  const leftOver = lines.filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => `docs/dependencies.md: no line says why ${name} is here`),
    ...leftOver.map((name) => `docs/dependencies.md: ${name} is not a dependency any more`),
  ];
}

function allNames(direct: z.infer<typeof Direct>): string[] {
  return Object.values(direct).flatMap((versions) => Object.keys(versions));
}
