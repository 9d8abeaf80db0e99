import { readFile } from 'node:fs/promises';

/** Resident memory of a process; 0 where the system has no /proc. */
export async function residentMebibytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}
