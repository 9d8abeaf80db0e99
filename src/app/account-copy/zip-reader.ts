import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { CommandError } from '../../platform/lib/command.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { ENTRY } from './manifest.ts';

/** JSON of rows packs to a tenth, in rare cases to a fiftieth. */
const MAX_RATIO = 200;
const SMALL = 16 * 1024 * 1024;
/** A row with its longest texts has a few megabytes. */
const MAX_LINE = 32 * 1024 * 1024;

export interface ZipReader {
  has(name: string): boolean;
  /** The length that the stream will have. */
  sizeOf(name: string): number;
  open(name: string): Promise<Readable>;
  close(): void;
}

/** Only what an export writes. Throws CommandError for damage, tricks with names and bombs. */
export async function readZip(path: string): Promise<ZipReader> {
  const zip = await yauzl.openPromise(path, { strictFileNames: true, autoClose: false }).catch(notOurs);
  try {
    const entries = await listEntries(zip);
    const entryOf = (name: string) => entries.get(name) ?? damaged(`it has no ${name}`);
    return {
      has: (name) => entries.has(name),
      sizeOf: (name) => entryOf(name).uncompressedSize,
      open: (name) => zip.openReadStreamPromise(entryOf(name)).catch(notOurs),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (!ENTRY.test(fileName))
        damaged(`it has the unknown entry ${JSON.stringify(fileName.slice(0, 100))}`);
      if (entries.has(fileName)) damaged(`it has ${fileName} twice`);
      if (entry.isEncrypted()) damaged(`${fileName} is encrypted`);
      unpacked += entry.uncompressedSize;
      entries.set(fileName, entry);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : notOurs(error);
  }
  if (unpacked > MAX_RATIO * zip.fileSize + SMALL) damaged('it would unpack to far more than an export does');
  return entries;
}

export function damaged(problem: string): never {
  throw new CommandError(`The file is damaged, or no export of an account: ${problem}.`, 'refused', {
    code: 'file_damaged',
  });
}

/** An error of the disk or of a right is none of the file. */
export function notOurs(error: unknown): never {
  if (codeOf(error) === 'ENOENT') throw new CommandError('There is no such file.', 'not_found');
  if (error instanceof Error && 'syscall' in error) throw error;
  return damaged(error instanceof Error ? error.message : String(error));
}

/** The whole entry. */
export async function readText(zip: ZipReader, name: string, most: number): Promise<string> {
  if (zip.sizeOf(name) > most) damaged(`${name} is too long`);
  const parts: Buffer[] = [];
  for await (const part of await zip.open(name)) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Throws CommandError unless the entry is the one that the manifest names. */
export async function proveEntry(
  zip: ZipReader,
  name: string,
  expected: { bytes?: number; sha256: string },
): Promise<void> {
  if (expected.bytes !== undefined && zip.sizeOf(name) !== expected.bytes)
    damaged(`${name} has another length`);
  const hash = createHash('sha256');
  try {
    for await (const part of await zip.open(name)) hash.update(part);
  } catch (error) {
    notOurs(error);
  }
  if (hash.digest('hex') !== expected.sha256) damaged(`${name} was changed`);
}

/** Without their ends. */
export async function* linesOf(zip: ZipReader, name: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const part of await zip.open(name)) {
    const chunk: Buffer = part;
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, end));
      yield Buffer.concat(rest).toString();
      [rest, length, from] = [[], 0, end + 1];
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_LINE) damaged(`${name} has a line that is too long`);
  }
  if (length > 0) damaged(`${name} ends within a line`);
}
