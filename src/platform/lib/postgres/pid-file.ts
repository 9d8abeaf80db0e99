import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { commandOf } from './processes.ts';
import { isServedBy, isWorkingFolderOf } from './serving.ts';
import { SOCKET_FILE } from './socket.ts';

export interface PidFile {
  pid: number;
  status: 'starting' | 'ready' | 'stopping' | 'standby' | 'unknown';
}

const STATUSES = ['starting', 'ready', 'stopping', 'standby'] as const;

/** Null without a server, or during a write. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(pathOf(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parsePidFile(text);
}

/** Line 1: pid; line 8: padded status. */
export function parsePidFile(text: string): PidFile | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const status = STATUSES.find((known) => known === lines[7]) ?? 'unknown';
  return { pid, status };
}

/** A reused pid would block the next server. */
export async function removePidFiles(cluster: string): Promise<void> {
  await rm(pathOf(cluster), { force: true });
  await rm(path.join(cluster, `${SOCKET_FILE}.lock`), { force: true });
}

export function clusterName(systemIdentifier: string): string {
  return `kurir-${systemIdentifier}`;
}

/**
 * `ours`: we started it on this cluster. `foreign`: another program did. `gone`: no such process: containers reuse
 * pids.
 */
export async function judgeOwner(
  cluster: string,
  systemIdentifier: string,
  pid: number,
): Promise<'ours' | 'foreign' | 'gone'> {
  const command = await commandOf(pid);
  if (!command || path.basename(command[0] ?? '') !== 'postgres') return 'gone';
  const name = command.find((word) => word.startsWith('cluster_name=kurir-'));
  if (!name) return (await isWorkingFolderOf(pid, cluster)) === false ? 'gone' : 'foreign';
  const isOurs = name === `cluster_name=${clusterName(systemIdentifier)}` && (await isServedBy(pid, cluster));
  return isOurs ? 'ours' : 'gone';
}

function pathOf(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
