import { readdir, readFile } from 'node:fs/promises';

/** Of `/proc`: a hundredth of a second on every Linux. */
const TICK_MS = 10;

interface ProcessStat {
  parent: number;
  /** Of the process itself. */
  ownMs: number;
  /** Of children that have ended. */
  childrenMs: number;
}

/** CPU time of a process since its start, in ms; 0 where the system has no /proc. */
export async function cpuOfProcess(pid: number): Promise<number> {
  return (await statOf(pid))?.ownMs ?? 0;
}

/** The process that has started the given one. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid))?.parent ?? 0;
}

/** CPU time of a process and all its children since its start, in ms. 0 in systems without /proc. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const family = await statOf(pid);
  if (!family) return 0;
  const stats = await Promise.all((await childrenOf(pid)).map(statOf));
  return stats.reduce((sum, child) => sum + (child?.ownMs ?? 0), family.ownMs + family.childrenMs);
}

/** CPU time of each part of a gateway, in ms. */
export type CpuOfParts = Record<'main' | 'sessions' | 'sandbox' | 'PostgreSQL', number>;

/** Of the gateway with this main process, since its start. */
export async function cpuOfParts(pid: number): Promise<CpuOfParts> {
  const parts = { main: 0, sessions: 0, sandbox: 0, PostgreSQL: 0 };
  for (const { part, pid: process } of await partsOf(pid))
    parts[part] += await (part === 'PostgreSQL' ? cpuOfFamily(process) : cpuOfProcess(process));
  return parts;
}

/** The processes of the gateway with this main process. */
export async function partsOf(pid: number): Promise<{ part: keyof CpuOfParts; pid: number }[]> {
  const parts: { part: keyof CpuOfParts; pid: number }[] = [{ part: 'main', pid }];
  for (const child of await childrenOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    const [program = '', ...args] = command.split('\0');
    const isSandbox = args.includes('sandbox') && !args.includes('sessions');
    const part = program.endsWith('postgres') ? 'PostgreSQL' : isSandbox ? 'sandbox' : 'sessions';
    parts.push({ part, pid: child });
  }
  return parts;
}

/** Of the gateway with this main process, since `before`. */
export async function cpuSince(before: CpuOfParts, pid: number): Promise<CpuOfParts> {
  const parts = await cpuOfParts(pid);
  return {
    main: parts.main - before.main,
    sessions: parts.sessions - before.sessions,
    sandbox: parts.sandbox - before.sandbox,
    PostgreSQL: parts.PostgreSQL - before.PostgreSQL,
  };
}

/** The processes that the given one has started and that run. */
export async function childrenOf(pid: number): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^[0-9]+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map(statOf));
  return pids.filter((_, n) => stats[n]?.parent === pid);
}

async function statOf(pid: number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // After the name, which may hold anything: state, parent, ...
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ms = (...places: number[]) => places.reduce((sum, place) => sum + (fields[place] ?? 0) * TICK_MS, 0);
  return { parent: fields[1] ?? 0, ownMs: ms(11, 12), childrenMs: ms(13, 14) };
}
