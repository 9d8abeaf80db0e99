import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { syncFolder } from './sync-folder.ts';

/** Atomic; for this user only. `isDurable`: survives a loss of power. */
export async function writeState(path: string, state: unknown, { isDurable = false } = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(state)}\n`, { mode: 0o600, flag: 'wx', flush: isDurable });
  await rename(draft, path);
  if (isDurable) await syncFolder(dirname(path));
}

/** Null: absent or invalid. */
export async function readState<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T> | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

export async function removeState(path: string): Promise<void> {
  await rm(path, { force: true });
}
