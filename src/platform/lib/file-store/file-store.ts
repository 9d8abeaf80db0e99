import type { Readable } from 'node:stream';
import { UUID } from '../text.ts';

/** Both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface NewFile {
  /** A local file. `put` may move it. */
  path: string;
  size: number;
  sha256: Buffer;
}

/** A failure of disk or network rejects with StoreUnavailable. */
export interface FileStore {
  /** Durable or absent. Replaces a file of this name. A bucket stops at the signal. */
  put(name: string, file: NewFile, signal?: AbortSignal): Promise<void>;
  /** Null: no such file, or another size. */
  open(name: string, range: ByteRange | null, size?: number): Promise<Readable | null>;
  /** A missing file is removed already. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Disk full, or the bucket refuses. Its message has no secret. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

const NAME = new RegExp(`^${UUID}(\\.thumbnail)?$`);

/** Two levels keep folders small. Throws on unsafe names. */
export function placeOf(name: string): string {
  if (!NAME.test(name)) throw new Error('not a name of a stored file');
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}
