import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { CLONE } from '../../platform/lib/command-name.ts';
import { refuseSmallDisk } from '../../platform/lib/disk-space.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { type Program, workFolder } from './note.ts';
import { runTool } from './tools.ts';

const MODULES = 'node_modules';
const DASHBOARD = 'web/dist';
const LOCK = 'package-lock.json';
const NEEDED_BYTES = 1024 * MEBIBYTE;
const Package = z.object({
  version: z.string().default(''),
  dependencies: z.record(z.string(), z.string()).default({}),
});

const fresh = (place: string) => join(workFolder(place), 'new');
const git = (place: string, ...args: string[]) => runTool('git', ['-C', place, ...args], {});
/** Packages need no scripts, and root would run them. */
const npm = (cwd: string, ...args: string[]) =>
  runTool('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });

/** Where the program is. */
type Place = Pick<Program, 'form' | 'place'>;

/** Of the staged program, while it is tried. */
export const stagedFolder = ({ form, place }: Program) =>
  form === 'clone' ? fresh(place) : join(fresh(place), MODULES, 'kurir');

export const launcherOf = (folder: string) => join(folder, 'kurir');

/** Of the present program. CommandError for an image. */
export function findPlace(): Place {
  return existsSync(join(CLONE, '.git'))
    ? { form: 'clone', place: CLONE }
    : { form: 'release', place: releaseFolder() };
}

/** Beside the present program, which goes on and is not changed. Throws CommandError. */
export async function stageProgram({ form, place }: Place, given: string): Promise<Program> {
  await refuseSmallDisk(place, NEEDED_BYTES, 'the new version');
  await discardStaged({ form, place });
  try {
    const program = await (form === 'clone'
      ? stageCommit(place, given)
      : stageRelease(place, resolve(given)));
    await refuseOlder(program);
    return program;
  } catch (error) {
    await discardStaged({ form, place });
    throw error;
  }
}

function releaseFolder(): string {
  const [modules, place] = [dirname(CLONE), dirname(dirname(CLONE))];
  if (basename(modules) === MODULES && existsSync(join(place, 'package.json'))) return place;
  throw new CommandError(
    `${CLONE} is neither a clone nor a release in a separate folder. An image is upgraded by what runs its ` +
      'containers; npm upgrades other folders: docs/running.md',
    'refused',
  );
}

async function stageCommit(place: string, given: string): Promise<Program> {
  if ((await git(place, 'status', '--porcelain', '--untracked-files=no')) !== '')
    throw new CommandError(
      `${place} has changes that git does not know. Commit them, or take them back`,
      'refused',
    );
  const hasRemote = (await git(place, 'remote')) !== '';
  if (hasRemote) await git(place, 'fetch', '--quiet', '--tags');
  const commit = await git(place, 'rev-parse', '--verify', '--quiet', `${given}^{commit}`).catch(() => null);
  if (commit === null)
    throw new CommandError(`git knows no "${given}" in ${place}. Give a tag such as v0.2.0`, 'not_found');
  const head = await git(place, 'rev-parse', 'HEAD');
  if (commit === head) throw new CommandError(`${place} has ${given} already`, 'refused');
  const isLater = await git(place, 'merge-base', '--is-ancestor', 'HEAD', commit).then(
    () => true,
    () => false,
  );
  if (!isLater) throw new CommandError(`${given} does not come after the version of ${place}`, 'refused');
  const folder = fresh(place);
  await git(place, 'worktree', 'add', '--quiet', '--detach', folder, commit);
  const hasSamePackages = (await readFile(join(place, LOCK))).equals(await readFile(join(folder, LOCK)));
  if (hasSamePackages) await symlink(join(place, MODULES), join(folder, MODULES));
  if (existsSync(join(place, DASHBOARD)))
    await cp(join(place, DASHBOARD), join(folder, DASHBOARD), { recursive: true });
  await runTool('sh', [launcherOf(folder), 'build'], { cwd: folder });
  const { version } = await readPackage(folder);
  const moves = [...(hasSamePackages ? [] : [MODULES]), DASHBOARD];
  return { form: 'clone', place, version, commits: { from: head, to: commit }, moves };
}

async function stageRelease(place: string, archive: string): Promise<Program> {
  if (!(await stat(archive).catch(() => null))?.isFile())
    throw new CommandError(`No file ${archive}. Give the archive of a release`, 'not_found');
  const others = Object.keys((await readPackage(place)).dependencies).filter((name) => name !== 'kurir');
  if (others.length > 0)
    throw new CommandError(`${place} also has ${others[0]}: npm upgrades such a folder`, 'refused');
  const [folder, name] = [fresh(place), basename(archive)];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}\n');
  await copyFile(archive, join(folder, name));
  await refuseWrongSum(archive, join(folder, name));
  await npm(folder, 'install', `./${name}`);
  const { version } = await readPackage(join(folder, MODULES, 'kurir'));
  return { form: 'release', place, version, commits: null, moves: [name, MODULES, LOCK, 'package.json'] };
}

/** SHA256SUMS is beside the archive. The copy is checked, because it is what root installs. */
async function refuseWrongSum(archive: string, copy: string): Promise<void> {
  const file = join(dirname(archive), 'SHA256SUMS');
  const sums = await readFile(file, 'utf8').catch(() => '');
  const line = sums.split('\n').find((each) => each.endsWith(`  ${basename(archive)}`));
  if (line === undefined)
    throw new CommandError(
      `${file} does not name ${basename(archive)}. Put the SHA256SUMS of the release beside the archive`,
      'refused',
    );
  const hash = createHash('sha256');
  await pipeline(createReadStream(copy), hash);
  if (!line.startsWith(hash.digest('hex')))
    throw new CommandError(`${archive} is not the file that SHA256SUMS names: fetch it again`, 'refused');
}

async function refuseOlder(program: Program): Promise<void> {
  const [own, its] = await Promise.all(
    [CLONE, stagedFolder(program)].map((folder) => readdir(join(folder, 'migrations'))),
  );
  const missing = (own ?? []).find((name) => !its?.includes(name));
  const isOlder =
    program.version.localeCompare(VERSION, 'en', { numeric: true }) < (program.form === 'clone' ? 0 : 1);
  if (!isOlder && missing === undefined) return;
  const problem = missing === undefined ? '' : `: it does not know ${missing}`;
  throw new CommandError(`Kurir ${program.version} is not newer than ${VERSION}${problem}`, 'refused');
}

/** The staged program takes the place of the present one. Repeatable. */
export async function switchProgram(program: Program): Promise<void> {
  const { place, commits } = program;
  if (commits) await git(place, 'merge', '--ff-only', '--quiet', commits.to);
  for (const { from, to, aside } of movesOf(program)) {
    if (!existsSync(from)) continue;
    for (const name of [to, aside]) await mkdir(dirname(name), { recursive: true });
    if (existsSync(to)) await rename(to, aside);
    await rename(from, to);
  }
}

/** Undoes all of a switch that failed, or was interrupted. Repeatable. */
export async function switchBack(program: Program): Promise<void> {
  const { place, commits } = program;
  for (const { from, to, aside } of movesOf(program).toReversed()) {
    if (!existsSync(from) && existsSync(to)) await rename(to, from);
    if (existsSync(aside)) await rename(aside, to);
  }
  if (commits && (await git(place, 'rev-parse', 'HEAD')) === commits.to)
    await git(place, 'reset', '--keep', '--quiet', commits.from);
}

const movesOf = ({ place, moves }: Program) =>
  moves.map((name) => ({
    from: join(fresh(place), name),
    to: join(place, name),
    aside: join(workFolder(place), 'old', name),
  }));

/** Also what an interrupted upgrade left. */
export async function discardStaged({ form, place }: Place): Promise<void> {
  await rm(workFolder(place), { recursive: true, force: true });
  if (form === 'clone') await git(place, 'worktree', 'prune');
}

const readPackage = async (folder: string) =>
  Package.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
