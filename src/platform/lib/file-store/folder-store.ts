import { constants } from 'node:fs';
import { copyFile, type FileHandle, lchown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FileStore, placeOf, StoreUnavailable } from './file-store.ts';

/** May be moved as a whole. */
export function openFolderStore(folder: string): FileStore {
  const fileOf = (name: string) => path.join(folder, placeOf(name));

  return {
    async put(name, { path: source }) {
      const target = fileOf(name);
      await storing(async () => {
        await makeFolders(path.dirname(target));
        await move(source, target);
      });
    },

    async open(name, range, size) {
      const handle = await openOrNull(fileOf(name));
      if (!handle) return null;
      const found = await handle.stat();
      if (found.isFile() && (size === undefined || found.size === size))
        return handle.createReadStream(range ?? {});
      await handle.close();
      return null;
    },

    async remove(name) {
      const file = fileOf(name);
      await storing(async () => {
        await rm(partOf(file), { force: true });
        await rm(file, { force: true });
      });
    },

    async close() {},
  };
}

/** Another user's gateway may run. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await giveTo(path.dirname(first), made);
}

async function giveTo(owned: string, made: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(owned);
  if (uid !== 0) await lchown(made, uid, gid);
}

/** One name, so that attempts replace leftovers. */
const partOf = (file: string) => `${file}.part`;

/** A rename shows the whole file or nothing. The target may be on another disk. */
async function move(source: string, target: string): Promise<void> {
  await giveTo(path.dirname(target), source);
  await sync(source);
  try {
    await rename(source, target);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const part = partOf(target);
    try {
      await copyFile(source, part, constants.COPYFILE_FICLONE);
      await giveTo(path.dirname(target), part);
      await sync(part);
      await rename(part, target);
    } catch (failure) {
      await rm(part, { force: true });
      throw failure;
    }
    await rm(source, { force: true });
  }
  await sync(path.dirname(target));
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new StoreUnavailable(`The folder of files: ${codeOf(error)}`, { cause: error });
  }
}

async function storing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new StoreUnavailable(`The folder of files: ${codeOf(error)}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
