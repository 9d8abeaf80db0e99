import { mkdir, open } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { Readable } from 'node:stream';

const BLOCK = 512;
const MAX_HEAD = 8_192;
const FILES = ['0', '\0', '7'];
const FOLDER = '5';

export interface TarFile {
  path: string;
  /** In seconds since 1970. */
  mtime: number;
  /** Empty for a larger file. */
  head: Buffer;
}

/** Ordinary files, in bounded memory. Throws for damage. */
export async function* readTar(stream: Readable): AsyncGenerator<TarFile> {
  const bytes = new ByteReader(stream);
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const { path, size, mtime, type } = readHeader(header);
    const isSmall = size <= MAX_HEAD;
    const head = isSmall ? await bytes.take(size) : Buffer.alloc(0);
    await bytes.skip((isSmall ? 0 : size) + ((BLOCK - (size % BLOCK)) % BLOCK));
    if (FILES.includes(type)) yield { path, mtime, head };
  }
  // A compressed stream shows its damage at its end.
  await bytes.drain();
}

/**
 * Writes folders and ordinary files below `folder`, for this user only, in bounded memory. `leaveOut`: paths in the
 * archive. Throws for damage, and for a path that leads out.
 */
export async function unpackTar(
  stream: AsyncIterable<Buffer>,
  folder: string,
  leaveOut: readonly string[] = [],
): Promise<void> {
  const bytes = new ByteReader(stream);
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const { path: given, size, type } = readHeader(header);
    const path = given.replace(/^\.\//, '');
    if (normalize(`/${path}`) !== `/${path}`) throw new Error(`it has a wrong path: ${path}`);
    if (type === FOLDER) await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
    else if (!FILES.includes(type)) throw new Error(`it has an entry of another kind: ${path}`);
    else if (leaveOut.includes(path)) await bytes.skip(size);
    else await writeEntry(join(folder, path), bytes, size);
    await bytes.skip((BLOCK - (size % BLOCK)) % BLOCK);
  }
  await bytes.drain();
}

async function writeEntry(path: string, bytes: ByteReader, size: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await bytes.pass(size, (part) => file.writeFile(part));
  } finally {
    await file.close();
  }
}

function readHeader(header: Buffer) {
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '');
  const expected = Number.parseInt(text(148, 156), 8);
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== expected) throw new Error('it is no tar');
  const prefix = text(257, 262) === 'ustar' && header[262] === 0 ? text(345, 500) : '';
  const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    // GNU: binary from 8 GiB.
    size:
      (header[124] ?? 0) & 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8),
    mtime: Number.parseInt(text(136, 148), 8),
    type: header.toString('latin1', 156, 157),
  };
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    await this.pass(size, (part) => void parts.push(part));
    return Buffer.concat(parts);
  }

  skip(size: number): Promise<void> {
    return this.pass(size, () => {});
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async pass(size: number, use: (part: Buffer) => void | Promise<void>): Promise<void> {
    for (let missing = size; missing > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done) throw new Error('its end is missing');
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      await use(part);
    }
  }
}
