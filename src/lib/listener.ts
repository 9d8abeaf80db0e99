import { readdir, readFile, readlink } from 'node:fs/promises';
import { commandOf } from './postgres/processes.ts';
import { DECEPTIVE } from './terminal/printable.ts';

export interface Listener {
  pid: number;
  /** The program and its arguments, shortened. */
  command: string;
  /** Its working folder. */
  folder: string | null;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const LISTEN = '0A';
const MAX_COMMAND = 80;

/** Who listens on the TCP port. Null without a listener, for a listener of another user, and outside Linux. */
export async function findListener(port: number): Promise<Listener | null> {
  const sockets = new Set((await Promise.all(TABLES.map((table) => socketsIn(table, port)))).flat());
  if (sockets.size === 0) return null;
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  for (const pid of pids) {
    if (!(await holdsOneOf(pid, sockets))) continue;
    const command = (await commandOf(pid))?.join(' ').replace(DECEPTIVE, '?') ?? '';
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return {
      pid,
      command: command.length > MAX_COMMAND ? `${command.slice(0, MAX_COMMAND)}...` : command,
      folder: folder?.replace(DECEPTIVE, '?') ?? null,
    };
  }
  return null;
}

/** The fields are: number, local address and port in hex, remote address, state, and the inode as the tenth. */
async function socketsIn(table: string, port: number): Promise<string[]> {
  const lines = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const isListener = state === LISTEN && Number.parseInt(local.split(':')[1] ?? '', 16) === port;
    return isListener ? [`socket:[${inode}]`] : [];
  });
}

async function holdsOneOf(pid: number, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}
