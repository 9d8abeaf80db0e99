import { openSync } from 'node:fs';
import { PostgresProblem } from './problem.ts';

/** Part of the name of the socket file. No TCP port is in use. */
export const PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${PORT}`;
/** The kernel's limit for the path of a socket, without the final NUL. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/**
 * The folder of the socket, for clients. Only the user of the server and root may enter it, so no other
 * process can take the place of the server. A deep folder gets a short path through an open handle, which
 * lasts as long as this process.
 */
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
