import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** A small JSON file that one process leaves for others of the same user (0600), replaced in one step. */
export async function writeState(path: string, state: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await rename(draft, path);
}

/** What the file says; null when it is absent or not understood, which is the same to its readers: nobody left anything. */
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
