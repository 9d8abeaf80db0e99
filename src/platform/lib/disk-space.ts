import { statfs } from 'node:fs/promises';
import { MEBIBYTE } from './bytes.ts';
import { CommandError } from './command.ts';

/** The log of PostgreSQL grows by such files. Without space, the server stops. */
export const ALMOST_FULL_MIB = 16;
const ALMOST_FULL = ALMOST_FULL_MIB * 1024 * 1024;
const LOW_BYTES = 2 * 1024 * 1024 * 1024;
const LOW_SHARE = 0.1;

/** False when the system does not say. */
export async function isDiskAlmostFull(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found !== null && found.blocks > 0 && found.bavail * found.bsize < ALMOST_FULL;
}

export interface DiskSpace {
  free_bytes: number;
  total_bytes: number;
}

/** Null when the system does not say. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null || disk.blocks === 0) return null;
  return { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize };
}

/** Low long before a write fails. */
export function isDiskLow({ free_bytes, total_bytes }: DiskSpace): boolean {
  return free_bytes < Math.min(LOW_BYTES, total_bytes * LOW_SHARE);
}

export async function isBelowFloor(bytes: number, folders: readonly string[]): Promise<boolean> {
  const enough = await Promise.all(folders.map((folder) => hasRoomFor(bytes, folder)));
  return enough.includes(false);
}

/** True when the system does not say. */
export async function hasRoomFor(bytes: number, folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found === null || found.blocks === 0 || found.bavail * found.bsize >= bytes;
}

/** `purpose` is the subject of the text. Throws CommandError. */
export async function refuseSmallDisk(folder: string, bytes: number, purpose: string): Promise<void> {
  if (await hasRoomFor(bytes, folder)) return;
  const needed = Math.ceil(bytes / MEBIBYTE);
  throw new CommandError(
    `The disk of ${folder} is too small: ${purpose} needs up to ${needed} MiB there`,
    'refused',
  );
}
