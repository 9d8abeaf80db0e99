import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../error-code.ts';

const POLL_MS = 5;

/** A zombie counts as ended. */
export async function commandOf(pid: number): Promise<string[] | null> {
  if (process.platform !== 'linux') return commandFromPs(pid);
  try {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return words[0] ? words.slice(0, -1) : null;
  } catch {
    return null;
  }
}

async function commandFromPs(pid: number): Promise<string[] | null> {
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.trim() === '' ? null : stdout.trim().split(' ');
  } catch {
    return null;
  }
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await commandOf(pid)) !== null;
}

/** Linux only; elsewhere it finds none. */
export async function findByTitle(prefix: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const commands = await Promise.all(pids.map(commandOf));
  return pids.filter((_, index) => commands[index]?.[0]?.startsWith(prefix));
}

/** Does nothing when the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

export async function eventually(
  condition: () => Promise<boolean>,
  withinMs: number,
  pollMs = POLL_MS,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await delay(pollMs);
  }
  return true;
}
