import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';

export interface Written {
  bytes: number;
  sha256: string;
}

/** Entries one after the other, in little memory. */
export interface ZipWriter {
  add(
    name: string,
    source: AsyncIterable<Buffer | string>,
    options?: { compress: boolean },
  ): Promise<Written>;
  end(): Promise<void>;
  /** Nothing more is written. */
  fail(): void;
}

/** Of `add` and `end`. */
export class ZipTooLarge extends Error {
  override name = 'ZipTooLarge';
}

/** `path` must not exist. */
export function openZip(path: string, at: Date, maxBytes = Number.POSITIVE_INFINITY): ZipWriter {
  const zip = new yazl.ZipFile();
  const failed = new AbortController();
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, target, { signal: failed.signal });
  // `add` and `end` report it.
  written.catch(() => {});

  return {
    async add(name, source, { compress } = { compress: true }) {
      const hash = createHash('sha256');
      let bytes = 0;
      async function* watched() {
        for await (const part of source) {
          const chunk = typeof part === 'string' ? Buffer.from(part) : part;
          hash.update(chunk);
          bytes += chunk.length;
          if (target.bytesWritten > maxBytes) throw new ZipTooLarge('the export is too large');
          yield chunk;
        }
      }
      const stream = Readable.from(watched(), { objectMode: false });
      const read = finished(stream);
      zip.addReadStream(stream, name, { mtime: at, mode: 0o100600, compress });
      try {
        await Promise.race([read, written.then(unexpected)]);
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return { bytes, sha256: hash.digest('hex') };
    },
    async end() {
      zip.end();
      await written;
    },
    fail: () => failed.abort(),
  };
}

function unexpected(): never {
  throw new Error('the ZIP ended early');
}
