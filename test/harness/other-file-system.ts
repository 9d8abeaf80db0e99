import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const CANDIDATES = ['/dev/shm', '/tmp', '/var/tmp'];

/** A folder of all users that is not on the file system of the temporary folder. */
export async function otherFileSystem(): Promise<string> {
  const { dev: own } = await stat(tmpdir());
  for (const candidate of CANDIDATES) {
    const found = await stat(candidate).catch(() => null);
    if (found && found.dev !== own) return candidate;
  }
  throw new Error(`${CANDIDATES.join(', ')} are on one file system`);
}
