import { openSync } from 'node:fs';
import { PostgresProblem } from './problem.ts';

/** Only part of the socket's name. */
export const PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${PORT}`;
/** The kernel's limit, without NUL. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/** Only the server's user and root may enter it. A deep folder gets a short path through a handle of this process. */
export function socketFolder(cluster: string): string {
  const length = Buffer.byteLength(`${cluster}/${SOCKET_FILE}`);
  if (length <= LONGEST_PATH) return cluster;
  // With the pid, because child processes get the same URL.
  if (process.platform === 'linux') return `/proc/${process.pid}/fd/${openSync(cluster, 'r')}`;
  throw new PostgresProblem(
    `The path of ${cluster} is ${length - LONGEST_PATH} bytes too long for a socket: choose a shorter ` +
      'KURIR_DATA_DIR, or set DATABASE_URL to your own PostgreSQL',
  );
}
