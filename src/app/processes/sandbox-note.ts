import { join } from 'node:path';
import { z } from 'zod';
import { identify } from '../../lib/process-identity.ts';
import { readState, writeState } from '../../lib/state-file.ts';

const SandboxNote = z.object({
  /** Null before its start. */
  process: z.object({ pid: z.int().positive(), began: z.string() }).nullable(),
  port: z.int().positive(),
  token: z.string(),
});

/** Lets the next gateway find the sandbox. */
export type SandboxNote = z.infer<typeof SandboxNote>;

const pathIn = (folder: string) => join(folder, 'process.json');

export function findSandboxNote(folder: string): Promise<SandboxNote | null> {
  return readState(pathIn(folder), SandboxNote);
}

export async function writeSandboxNote(folder: string, note: SandboxNote): Promise<void> {
  await writeState(pathIn(folder), note);
}

/** By the sandbox itself, because its gateway may be dead. */
export async function signSandboxNote(
  folder: string,
  address: { port: number; token: string },
): Promise<void> {
  await writeSandboxNote(folder, { process: identify(process.pid), ...address });
}
