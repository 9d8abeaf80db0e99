import type { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both included. */
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

/** Keeps files under names that the caller chose. A failure of disk or network rejects with StoreUnavailable. */
export interface FileStore {
  /** The file is durable, or not there at all. Replaces a file of this name. A bucket stops at the signal. */
  put(name: string, file: NewFile, signal?: AbortSignal): Promise<void>;
  /** Null: no such file, or one that is not of this size. */
  open(name: string, range: ByteRange | null, size?: number): Promise<Readable | null>;
  /** A missing file is removed already. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The disk is full, the bucket does not answer or refuses. Its message has no secret. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

const NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.thumbnail)?$/;

/** Two levels of folders, which keep each folder small. Throws on a name that could leave the folder. */
export function placeOf(name: string): string {
  if (!NAME.test(name)) throw new Error('not a name of a stored file');
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}
