import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InvalidConfig } from '../../config.ts';

/**
 * Throws InvalidConfig. Creates folder by folder (0700), because Node's recursive mkdir hangs below /proc.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new InvalidConfig(`KURIR_DATA_DIR: cannot be used as a folder (${code})`);
  }
}

async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process created it, or a file is in the way.
    if (error.code !== 'EEXIST' || found) throw error;
  });
}
