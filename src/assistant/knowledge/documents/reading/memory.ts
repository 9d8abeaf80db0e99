import { readFile } from 'node:fs/promises';

/** Of x86 and ARM. With larger pages, less is counted. */
const PAGE_BYTES = 4_096;

/** In bytes. Null: not known, or ended. */
export async function residentBytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  const pages = Number(text?.split(' ')[1]);
  return Number.isFinite(pages) ? pages * PAGE_BYTES : null;
}
