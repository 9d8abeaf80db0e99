import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WATCHDOG = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
const PARENT_POLL_MS = 500;

/**
 * Puts all temporary folders of this process and of its children into one folder. When this process ends, in
 * any way, a watchdog ends everything that still runs in the folder, and removes it. A lost parent ends this
 * process.
 */
export async function openRunFolder(): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-run-'));
  // Some tests run as another user.
  await chmod(folder, 0o711);
  const watchdog = spawn(process.execPath, [WATCHDOG, folder], {
    // The kernel closes the pipe with this process.
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  watchdog.unref();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
  return {
    folder,
    async close() {
      clearInterval(timer);
      if (before === undefined) Reflect.deleteProperty(process.env, 'TMPDIR');
      else process.env.TMPDIR = before;
      watchdog.stdin.end();
      if (watchdog.exitCode === null && watchdog.signalCode === null) await once(watchdog, 'exit');
    },
  };
}
