import { readFile } from 'node:fs/promises';

/** Of a process, with its share of what it has in common with others; 0 where the system has no /proc. */
export async function proportionalMebibytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}

/** Resident memory of a process; 0 where the system has no /proc. */
export async function residentMebibytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}
