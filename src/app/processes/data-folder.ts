import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { InvalidConfig } from '../../config.ts';
import { CLONE } from '../../platform/lib/command-name.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { nameOfUser } from '../../platform/lib/user-name.ts';

const EXAMPLE = 'for example KURIR_DATA_DIR=$HOME/kurir-data';
const ALL = constants.R_OK | constants.W_OK | constants.X_OK;

/** InvalidConfig. Each folder with 0700: Node's recursive mkdir hangs below /proc. */
export async function makeDataFolder(folder: string, clone = CLONE): Promise<void> {
  const path = resolve(folder);
  try {
    await makeFolder(path);
    await access(path, ALL);
    if (path.startsWith(clone + sep)) await keepFromClean(path);
  } catch (error) {
    throw new InvalidConfig(`KURIR_DATA_DIR: ${await explain(codeOf(error) || String(error), path)}`);
  }
}

/** `git clean -xfd` leaves out repositories. */
async function keepFromClean(folder: string): Promise<void> {
  const place = join(folder, '.git');
  try {
    await mkdir(place, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await Promise.all(['objects', 'refs'].map((name) => mkdir(join(place, name))));
  await writeFile(join(place, 'HEAD'), 'ref: refs/heads/none\n', { flag: 'wx' });
}

async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // By another process; or a file.
    if (error.code !== 'EEXIST' || found) throw error;
  });
}

async function explain(code: string, folder: string): Promise<string> {
  const place = await nearest(folder);
  const isMissing = place.path !== folder;
  const failed = isMissing ? `${folder} cannot be created` : `${folder} cannot be used`;
  if (place.isFile) return `${failed}: ${place.path} is a file. Choose another folder, ${EXAMPLE}`;
  switch (code) {
    case 'EACCES':
    case 'EPERM': {
      const owner = await nameOfUser(place.uid);
      const user = await nameOfUser(process.getuid?.() ?? 0);
      const own = isMissing ? '' : `start Kurir as ${owner}, or `;
      return (
        `${failed}: ${place.path} belongs to ${owner}, and ${user} may not write there. ` +
        `Do this: ${own}choose another folder, ${EXAMPLE}`
      );
    }
    case 'EROFS':
      return `${failed}: the file system is read-only. Choose another folder, ${EXAMPLE}`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `${failed}: the disk is full. Free space, or choose another folder, ${EXAMPLE}`;
    default:
      return `${failed} (${code}). Choose another folder, ${EXAMPLE}`;
  }
}

/** Or the nearest place above that this user sees. */
async function nearest(path: string): Promise<{ path: string; uid: number; isFile: boolean }> {
  const found = await stat(path).catch(() => null);
  if (found) return { path, uid: found.uid, isFile: !found.isDirectory() };
  return nearest(dirname(path));
}
