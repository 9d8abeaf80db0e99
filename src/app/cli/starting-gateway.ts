import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Config, fileSettings } from '../../config.ts';
import { CLONE } from '../../platform/lib/command-name.ts';
import { placesIn } from '../../platform/lib/postgres/cluster.ts';
import { commandOf } from '../../platform/lib/postgres/processes.ts';
import { identify, type ProcessIdentity } from '../../platform/lib/process-identity.ts';

const LOCK_FILE = basename(placesIn('.').lockFile);
/** The program gets a signal itself. Before it runs, its launcher does. */
const SCRIPTS = ['src/cli.js', 'bin/kurir.js'];

/** A start of this folder that holds no lock yet. Null: none, or not Linux. */
export async function findStart(config: Config): Promise<ProcessIdentity | null> {
  if (process.platform !== 'linux') return null;
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => scriptOfStart(pid, config)));
  for (const script of SCRIPTS) {
    const pid = pids[found.indexOf(script)];
    if (pid !== undefined) return identify(pid);
  }
  return null;
}

/** Null for another process, and for one that is hidden from us. */
async function scriptOfStart(pid: number, config: Config): Promise<string | null> {
  const words = (await commandOf(pid)) ?? [];
  const script = words[words.indexOf('start') - 1];
  if (script === undefined) return null;
  try {
    const cwd = await readlink(`/proc/${pid}/cwd`);
    const isOfFolder = resolve(cwd, await dataDirOf(pid, config)) === resolve(config.KURIR_DATA_DIR);
    // A running gateway's folder may have moved.
    if (!isOfFolder || (await hasLock(pid))) return null;
    const path = resolve(cwd, script);
    return SCRIPTS.find((each) => path === join(CLONE, each)) ?? null;
  } catch {
    return null;
  }
}

async function hasLock(pid: number): Promise<boolean> {
  const handles = `/proc/${pid}/fd`;
  const files = (await readdir(handles)).map((each) => readlink(join(handles, each)).catch(() => ''));
  return (await Promise.all(files)).some((file) => basename(file) === LOCK_FILE);
}

async function dataDirOf(pid: number, { KURIR_DATA_DIR }: Config): Promise<string> {
  const variables = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  const own = variables.find((each) => each.startsWith('KURIR_DATA_DIR='))?.split('=', 2)[1];
  return own || (fileSettings.has('KURIR_DATA_DIR') ? KURIR_DATA_DIR : './data');
}

/** systemd's unit, by `/proc/<pid>/cgroup`. */
export function unitIn(cgroup: string): string | null {
  return /\/system\.slice\/(?:.*\/)?([^/\s]+\.service)$/m.exec(cgroup)?.[1] ?? null;
}
