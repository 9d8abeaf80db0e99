import { readdir, readFile, readlink } from 'node:fs/promises';
import { commandOf } from './postgres/processes.ts';
import { DECEPTIVE } from './terminal/printable.ts';

export interface Listener {
  pid: number;
  command: string;
  /** Its working folder. */
  folder: string | null;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const LISTEN = '0A';
const ACCEPTS = 0x10000;
const MAX_COMMAND = 80;

/** Null without a listener, for another user's, and outside Linux. */
export async function findListener(port: number): Promise<Listener | null> {
  const sockets = new Set((await Promise.all(TABLES.map((table) => socketsIn(table, port)))).flat());
  const pid = await findProcessWith(sockets);
  if (pid === null) return null;
  const command = (await commandOf(pid))?.join(' ').replace(DECEPTIVE, '?') ?? '';
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return {
    pid,
    command: command.length > MAX_COMMAND ? `${command.slice(0, MAX_COMMAND)}...` : command,
    folder: folder?.replace(DECEPTIVE, '?') ?? null,
  };
}

/** The name begins with NUL. Null as above. */
export async function findUnixListener(name: string): Promise<number | null> {
  const shown = name.replace('\0', '@');
  const lines = (await readFile('/proc/net/unix', 'utf8').catch(() => '')).split('\n');
  const sockets = lines.flatMap((line) => {
    const [, , , flags = '', , , inode, path] = line.trim().split(/\s+/);
    return path === shown && (Number.parseInt(flags, 16) & ACCEPTS) !== 0 ? [`socket:[${inode}]`] : [];
  });
  return findProcessWith(new Set(sockets));
}

async function findProcessWith(sockets: ReadonlySet<string>): Promise<number | null> {
  if (sockets.size === 0) return null;
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  for (const pid of pids) if (await holdsOneOf(pid, sockets)) return pid;
  return null;
}

/** Number, local address and port in hex, remote address, state; inode tenth. */
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
