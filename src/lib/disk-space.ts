import { statfs } from 'node:fs/promises';

/** The log of PostgreSQL grows by files of this size. Without space for the next file, the server stops. */
export const ALMOST_FULL_MIB = 16;
const ALMOST_FULL = ALMOST_FULL_MIB * 1024 * 1024;

/** For a folder of the embedded PostgreSQL. False when the system does not say. */
export async function isDiskAlmostFull(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  // Some file systems report no size at all.
  return found !== null && found.blocks > 0 && found.bavail * found.bsize < ALMOST_FULL;
}

/** Whether the disk of this folder has this room. True when the system does not say. */
export async function hasRoomFor(bytes: number, folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found === null || found.blocks === 0 || found.bavail * found.bsize >= bytes;
}
