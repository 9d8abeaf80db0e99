import { readFile } from 'node:fs/promises';

/** Of x86 and ARM. Machines with larger pages count less than they use, never more. */
const PAGE_BYTES = 4_096;

/** Resident memory of a process in bytes. Null: not known on this system, or the process has ended. */
export async function residentBytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  const pages = Number(text?.split(' ')[1]);
  return Number.isFinite(pages) ? pages * PAGE_BYTES : null;
}
