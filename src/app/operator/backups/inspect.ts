import { createReadStream } from 'node:fs';
import { open, opendir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Config } from '../../../config.ts';
import { SECRET_KEY_FILE } from '../../../files.ts';
import { findHotSign } from '../../../platform/lib/postgres/cold-copy.ts';
import { readTar, type TarFile } from '../../../platform/lib/tar.ts';

/** Parts of a data folder, by their path below it. */
const CONTROL = 'postgres/global/pg_control';
const PID_FILE = 'postgres/postmaster.pid';
const PARTS = ['postgres/PG_VERSION', 'postgres.password'];
const KEPT = new RegExp(`^(.*/|)(${[CONTROL, PID_FILE, SECRET_KEY_FILE, ...PARTS].join('|')})$`);
/** The server writes its statistics after its shutdown. */
const OF_CLUSTER = /^(.*\/|)postgres\/(?!pg_stat)/;
const GZIP = '1f8b';
/** pg_dump ends each block of data with a length of zero, and a text with a sentence. */
const END_OF_BLOCK = Buffer.alloc(5);
const END_OF_TEXT = 'PostgreSQL database dump complete';
const END_BYTES = 256;

type Settings = Pick<Config, 'DATABASE_URL' | 'KURIR_SECRET_KEY'>;

/** Why a file or folder is no usable backup of this installation; null for a good one. Reads all of it. */
export async function findBackupProblem(file: string, settings: Settings): Promise<string | null> {
  try {
    if (settings.DATABASE_URL) return await findDumpProblem(file);
    const isFolder = (await stat(file)).isDirectory();
    const files = isFolder ? readFolder(file) : readTar(await openArchive(file));
    return await findFolderProblem(files, settings);
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function findDumpProblem(file: string): Promise<string | null> {
  const { head, tail } = await endsOf(file);
  if (head.startsWith('PGDMP')) return tail.subarray(-5).equals(END_OF_BLOCK) ? null : 'its end is missing';
  if (!head.includes('PostgreSQL database dump')) return 'it is no file of pg_dump';
  return tail.includes(END_OF_TEXT) ? null : 'its end is missing';
}

async function findFolderProblem(
  files: AsyncIterable<TarFile>,
  { KURIR_SECRET_KEY }: Settings,
): Promise<string | null> {
  const kept = new Map<string, TarFile>();
  const newest = new Map<string, number>();
  for await (const file of files) {
    if (KEPT.test(file.path)) kept.set(file.path, file);
    const [, root] = OF_CLUSTER.exec(file.path) ?? [];
    if (root !== undefined) newest.set(root, Math.max(file.mtime, newest.get(root) ?? 0));
  }
  const found = [...kept.values()].find(({ path }) => path.endsWith(CONTROL));
  if (!found) return `it has no database: ${CONTROL} is missing`;
  const root = found.path.slice(0, -CONTROL.length);
  const needed = KURIR_SECRET_KEY ? PARTS : [...PARTS, SECRET_KEY_FILE];
  const missing = needed.find((part) => !kept.has(root + part));
  if (missing) return `${missing} is missing`;
  const sign = findHotSign({
    hasPidFile: kept.has(root + PID_FILE),
    control: found.head,
    times: { control: found.mtime, newest: newest.get(root) ?? 0 },
  });
  return sign === null ? null : `it was copied while its database ran, or after a crash: ${sign}`;
}

async function openArchive(file: string) {
  const { head } = await endsOf(file);
  const bytes = createReadStream(file);
  if (Buffer.from(head.slice(0, 2), 'latin1').toString('hex') !== GZIP) return bytes;
  const unpacked = createGunzip();
  // An error of the file ends the reader of `unpacked`.
  pipeline(bytes, unpacked, () => {});
  return unpacked;
}

async function endsOf(file: string): Promise<{ head: string; tail: Buffer }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (position: number) => {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(END_BYTES), position });
      return buffer.subarray(0, bytesRead);
    };
    return { head: (await read(0)).toString('latin1'), tail: await read(Math.max(0, size - END_BYTES)) };
  } finally {
    await handle.close();
  }
}

async function* readFolder(folder: string): AsyncGenerator<TarFile> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const place = join(entry.parentPath, entry.name);
    const path = relative(folder, place);
    if (!entry.isFile() || !(KEPT.test(path) || OF_CLUSTER.test(path))) continue;
    const mtime = Math.floor((await stat(place)).mtimeMs / 1_000);
    yield { path, mtime, head: path.endsWith(CONTROL) ? await readFile(place) : Buffer.alloc(0) };
  }
}
