import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { NewFile } from './file-store.ts';

/** A local file with the facts that a store needs. */
export async function localFile(path: string): Promise<NewFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, size: (await stat(path)).size, sha256: hash.digest() };
}
