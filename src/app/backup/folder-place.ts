import { createWriteStream, rmSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../platform/lib/error-code.ts';
import { syncFolder } from '../../platform/lib/sync-folder.ts';
import { FILES } from './format.ts';
import type { BackupFiles, BackupPlace, Draft } from './place.ts';

const UNFINISHED = '.unfinished-';
const NOT_VERIFIED = 'kurir-not-verified';

export function openFolderPlace(folder: string): BackupPlace {
  const at = (name: string) => join(folder, name);
  return {
    folder,
    files: (name) => filesIn(at(name)),
    names: () => readdir(folder),
    async begin(name, databaseId) {
      const names = await readdir(folder);
      const leftovers = names.filter((each) => each.endsWith(UNFINISHED + databaseId));
      for (const each of leftovers) await rm(at(each), { recursive: true });
      if (names.includes(name)) return null;
      return beginIn(at(draftOf(name, databaseId)), at(name));
    },
    remove: (name) => rm(at(name), { recursive: true, force: true }),
    async setAside(name) {
      // In the place of the one before that could not be verified.
      await rm(at(NOT_VERIFIED), { recursive: true, force: true });
      await rename(at(name), at(NOT_VERIFIED));
      return at(NOT_VERIFIED);
    },
    close: async () => {},
  };
}

export const draftOf = (name: string, databaseId: string) => `.${name}${UNFINISHED}${databaseId}`;

const filesIn = (folder: string): BackupFiles => ({
  address: folder,
  isThere: () =>
    access(folder).then(
      () => true,
      () => false,
    ),
  async open(path) {
    try {
      const handle = await open(join(folder, path));
      return handle.createReadStream();
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
      throw error;
    }
  },
});

/** A rename shows all of it, or nothing. */
async function beginIn(draft: string, folder: string): Promise<Draft> {
  await mkdir(draft, { mode: 0o700 });
  const folders = new Set([draft]);
  return {
    async put(path, source) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      folders.add(dirname(file));
      await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
    },
    async finish(manifest) {
      await writeFile(join(draft, FILES.manifest), manifest, { flag: 'wx', mode: 0o600, flush: true });
      for (const each of folders) await syncFolder(each);
      await rename(draft, folder);
      await syncFolder(dirname(folder));
    },
    discard: () => rm(draft, { recursive: true, force: true }),
    discardNow: () => rmSync(draft, { recursive: true, force: true }),
  };
}
