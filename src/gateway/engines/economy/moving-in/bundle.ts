import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import yauzl from 'yauzl';
import { codeOf } from '../../../../platform/lib/error-code.ts';
import { UnusableSession } from '../../moved-session.ts';
import { MAX_DEPTH, MAX_FILES } from './limits.ts';

/** The files of a session. Names have `/` between folders. */
export interface Bundle {
  sizes: ReadonlyMap<string, number>;
  read(name: string): Promise<Buffer>;
}

/** Links are left out. */
export async function folderBundle(path: string): Promise<Bundle> {
  const sizes = new Map<string, number>();
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error) =>
    unreadable(error, path),
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    add(
      sizes,
      file.slice(join(path, '/').length),
      (await lstat(file).catch((error) => unreadable(error, file))).size,
    );
  }
  const read = (name: string) => readFile(join(path, name)).catch((error) => unreadable(error, name));
  return { sizes, read };
}

/** UnusableSession for what the person at the command line can fix. */
export function unreadable(error: unknown, path: string): never {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
    throw new UnusableSession('no_credentials', `There is nothing at ${path}.`);
  if (code === 'EACCES' || code === 'EPERM')
    throw new UnusableSession('no_credentials', `This user may not read ${path}.`);
  throw error;
}

/** The name of an entry never becomes a path. */
export async function zipBundle(bytes: Buffer): Promise<Bundle> {
  const zip = await yauzl.fromBufferPromise(bytes).catch(damaged);
  const entries = new Map<string, yauzl.Entry>();
  const sizes = new Map<string, number>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted())
        throw new UnusableSession('unknown_form', 'The ZIP has a password. Pack it without one.');
      if (sizes.has(entry.fileName)) damaged(new Error('it has a file twice'));
      add(sizes, entry.fileName, entry.uncompressedSize);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof UnusableSession ? error : damaged(error);
  }
  return { sizes, read: (name) => readEntry(zip, entries.get(name)).catch(damaged) };
}

/** yauzl ends an entry that is longer than it says. */
async function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Buffer> {
  if (!entry) throw new Error('it has lost a file');
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
  return Buffer.concat(parts);
}

function add(sizes: Map<string, number>, name: string, size: number): void {
  if (name.split('/').length > MAX_DEPTH) return;
  if (sizes.size >= MAX_FILES)
    throw new UnusableSession('too_large', `The session has more than ${MAX_FILES} files.`);
  sizes.set(name, size);
}

function damaged(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new UnusableSession('torn', `The ZIP is damaged: ${why}. Pack the folder again.`);
}
