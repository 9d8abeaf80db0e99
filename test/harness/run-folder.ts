import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLongSeason } from '../crash/season.ts';

const WATCHDOG = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
const PARENT_POLL_MS = 500;
const PREFIX = 'kurir-run-';
const MEMORY = '/dev/shm';
/** Several times what a whole run stores at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Puts all temporary folders of this process and of its children into one folder. When this process ends, in
 * any way, a watchdog ends everything that still runs in the folder, and removes it. A lost parent ends this
 * process.
 */
export async function openRunFolder(): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = (await folderInMemory()) ?? (await mkdtemp(path.join(tmpdir(), PREFIX)));
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

/**
 * A new database in memory takes a quarter of the processor time, and no test waits for a disk. Null where memory
 * is scarce or runs no programs, as in most containers, and where TMPDIR is set. Long crash runs use the disk.
 */
async function folderInMemory(): Promise<string | null> {
  if (process.env.TMPDIR || isLongSeason) return null;
  const space = await statfs(MEMORY).catch(() => null);
  const freeBytes = Math.min(process.availableMemory(), space ? space.bavail * space.bsize : 0);
  if (freeBytes < NEEDED_BYTES) return null;
  const folder = await mkdtemp(path.join(MEMORY, PREFIX));
  const program = path.join(folder, 'program');
  await writeFile(program, '', { mode: 0o700 });
  const runsPrograms = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  await rm(runsPrograms ? program : folder, { recursive: true });
  return runsPrograms ? folder : null;
}
