import { join } from 'node:path';
import { z } from 'zod';
import { identify } from '../../lib/process-identity.ts';
import { readState, writeState } from '../../lib/state-file.ts';

const SandboxNote = z.object({
  /** Null until it is started. */
  process: z.object({ pid: z.int().positive(), began: z.string() }).nullable(),
  port: z.int().positive(),
  token: z.string(),
});

/** How a gateway finds the sandbox of its data folder again, and the port that is kept. */
export type SandboxNote = z.infer<typeof SandboxNote>;

const pathIn = (folder: string) => join(folder, 'process.json');

export function findSandboxNote(folder: string): Promise<SandboxNote | null> {
  return readState(pathIn(folder), SandboxNote);
}

export async function writeSandboxNote(folder: string, note: SandboxNote): Promise<void> {
  await writeState(pathIn(folder), note);
}

/** The sandbox writes its note itself, because the gateway that started it may be dead. */
export async function signSandboxNote(
  folder: string,
  address: { port: number; token: string },
): Promise<void> {
  await writeSandboxNote(folder, { process: identify(process.pid), ...address });
}
