import { execFile } from 'node:child_process';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../error-code.ts';
import { SOCKET_FILE } from './socket.ts';

const CONNECT_MS = 2_000;

/** The pid file of a copied cluster names the original's server. */
export async function isServedBy(pid: number, cluster: string): Promise<boolean> {
  return (await isWorkingFolderOf(pid, cluster)) ?? (await isListening(cluster));
}

/** Null where the system hides it. Servers work in their cluster. */
export async function isWorkingFolderOf(pid: number, cluster: string): Promise<boolean | null> {
  if (process.platform !== 'linux') return null;
  const own = await stat(cluster, { bigint: true });
  const folder = `/proc/${pid}/cwd`;
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    return dev === own.dev && ino === own.ino;
  } catch (error) {
    if (codeOf(error) !== 'EACCES') return false;
    const inode = await inodeSeenBy({ uid: Number(own.uid), gid: Number(own.gid) }, folder);
    return inode === null ? null : inode === `${own.dev}:${own.ino}`;
  }
}

/** In a container, root does not see other users' folders. */
async function inodeSeenBy(user: { uid: number; gid: number }, file: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('stat', ['-L', '-c', '%d:%i', file], user);
    return stdout.trim();
  } catch {
    return null;
  }
}

/** The kernel knows a listener by its inode: copied sockets refuse. */
async function isListening(cluster: string): Promise<boolean> {
  const folder = process.platform === 'linux' ? await open(cluster, 'r') : null;
  try {
    return await accepts(path.join(shortPath(folder) ?? cluster, SOCKET_FILE));
  } finally {
    await folder?.close();
  }
}

const shortPath = (folder: FileHandle | null) => folder && `/proc/self/fd/${folder.fd}`;

function accepts(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    const end = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, CONNECT_MS, false);
    socket.once('connect', () => end(true));
    // A full queue has a listener, too.
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'EAGAIN'));
  });
}
