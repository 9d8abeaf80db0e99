import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { giveUpFiles, nameFiles, releaseFiles } from '../../assistant/knowledge/documents/upload-files.ts';
import type { Context } from '../../context.ts';
import { DAY, MINUTE } from '../../platform/lib/clock.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { thumbnailName } from '../../platform/lib/file-store/names.ts';
import { openTempFolder } from '../../platform/lib/temp-folder.ts';
import { FILE_LIST, FileLine, fileEntry } from './manifest.ts';
import { renamed } from './new-ids.ts';
import { damaged, linesOf, notOurs, type ZipReader } from './zip-reader.ts';

const PUT_MS = 10 * MINUTE;
const CHUNK = 500;

/** A stored file: its name in the ZIP, and here. */
export interface IncomingFile extends FileLine {
  storedAs: string;
}

/** With new names: a store may still have files under the old ones, of rows that are gone. */
export async function listFiles(zip: ZipReader, key: string): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for await (const text of linesOf(zip, FILE_LIST)) {
    const line = readLine(text);
    if (zip.sizeOf(fileEntry(line.name)) !== line.size) damaged(`${line.name} has another length`);
    if (line.has_thumbnail) zip.sizeOf(fileEntry(thumbnailName(line.name)));
    files.push({ ...line, storedAs: renamed(key, line.name) });
  }
  return files;
}

function readLine(text: string): FileLine {
  try {
    return FileLine.parse(JSON.parse(text));
  } catch {
    return damaged(`${FILE_LIST} has a wrong line`);
  }
}

/** Each file is named before it is stored, so a killed import leaves nothing for longer than a day. */
export async function storeFiles(
  ctx: Context,
  store: FileStore,
  zip: ZipReader,
  files: readonly IncomingFile[],
): Promise<void> {
  if (files.length === 0) return;
  const folder = await openTempFolder(ctx.config.KURIR_DATA_DIR, 'import');
  try {
    for (let at = 0; at < files.length; at += CHUNK) {
      const some = files.slice(at, at + CHUNK);
      await nameFiles(ctx, namesOf(some), new Date(ctx.now().getTime() + DAY));
      for (const file of some) await storeFile(store, zip, file, join(folder.path, 'file'));
    }
  } finally {
    await folder.remove();
  }
}

/** The thumbnail first: a stored file never waits for one. */
async function storeFile(store: FileStore, zip: ZipReader, file: IncomingFile, path: string): Promise<void> {
  const { name, storedAs, sha256 } = file;
  if (file.has_thumbnail)
    await put(store, zip, { from: thumbnailName(name), to: thumbnailName(storedAs), path });
  await put(store, zip, { from: name, to: storedAs, path, sha256 });
}

async function put(
  store: FileStore,
  zip: ZipReader,
  { from, to, path, sha256 }: { from: string; to: string; path: string; sha256?: string },
): Promise<void> {
  const hash = createHash('sha256');
  const entry = await zip.open(fileEntry(from));
  let size = 0;
  await pipeline(
    entry,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part);
        size += part.length;
        yield part;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  ).catch(notOurs);
  const found = hash.digest();
  if (sha256 !== undefined && found.toString('hex') !== sha256) damaged(`${from} was changed`);
  await store.put(to, { path, size, sha256: found }, AbortSignal.timeout(PUT_MS));
  await rm(path, { force: true });
}

/** False: a day has passed, and some were removed. */
export async function keepFiles(ctx: Context, tx: Tx, files: readonly IncomingFile[]): Promise<boolean> {
  for (let at = 0; at < files.length; at += CHUNK) {
    if (!(await releaseFiles(ctx, tx, namesOf(files.slice(at, at + CHUNK))))) return false;
  }
  return true;
}

export async function dropFiles(ctx: Context, files: readonly IncomingFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += CHUNK)
    await giveUpFiles(ctx, namesOf(files.slice(at, at + CHUNK)));
}

const namesOf = (files: readonly IncomingFile[]) => files.map(({ storedAs }) => storedAs);
