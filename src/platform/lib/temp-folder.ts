import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from './postgres/processes.ts';

/** Also removes folders of ended processes. */
export async function openTempFolder(
  dataDir: string,
  name: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const parent = path.resolve(dataDir, 'tmp');
  const own = path.join(parent, `${name}-${process.pid}`);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(parent)) {
    const pid = Number(/-(\d+)$/.exec(entry)?.[1]);
    const folder = path.join(parent, entry);
    if (folder === own || !(await isRunning(pid))) await discard(folder);
  }
  await mkdir(own, { mode: 0o700 });
  return { path: own, remove: () => discard(own) };
}

const discard = (folder: string) => rm(folder, { recursive: true, force: true });
