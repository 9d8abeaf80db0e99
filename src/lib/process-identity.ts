import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that is meant exactly: process ids are used again, above all in containers. */
export interface ProcessIdentity {
  pid: number;
  /** When it began, as the system writes it. */
  began: string;
}

/** The identity of a running process; null when there is none under this id. */
export function identify(pid: number): ProcessIdentity | null {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganByPs(pid);
  return began === null ? null : { pid, began };
}

/** Whether this very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.began === identity.began;
}

/** Sends the signal to this very process; false when it is gone. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isRunning(identity)) return false;
  try {
    return process.kill(identity.pid, signal);
  } catch (error) {
    // It ended between the two calls; anything else (no right to signal it) is for the caller to tell.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until it is gone; false when it still runs after `timeoutMs`. */
export async function waitForEnd(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

/** Boot and ticks since boot. A zombie has ended, only nobody has asked yet. */
function beganOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; behind it come the state and, 19 fields later, the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

function beganByPs(pid: number): string | null {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return text === '' ? null : text;
  } catch {
    return null;
  }
}
