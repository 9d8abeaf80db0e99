import { join } from 'node:path';
import { z } from 'zod';
import { identifyIn, inodeOf } from '../../../platform/lib/folder-process.ts';
import { readState, writeState } from '../../../platform/lib/state-file.ts';
import { FolderProcessNote } from '../process-note.ts';

const SandboxNote = z.object({
  /** Null before its start. */
  process: FolderProcessNote.nullable(),
  /** A copy must not use the original's address. */
  folder: z.string().nullish(),
  port: z.int().positive(),
  token: z.string(),
});

export type SandboxNote = z.infer<typeof SandboxNote>;

export const addressOf = ({ port, token }: SandboxNote) => ({ url: `http://127.0.0.1:${port}`, token });

const pathIn = (folder: string) => join(folder, 'process.json');

export function findSandboxNote(folder: string): Promise<SandboxNote | null> {
  return readState(pathIn(folder), SandboxNote);
}

export async function writeSandboxNote(folder: string, note: SandboxNote): Promise<void> {
  await writeState(pathIn(folder), { ...note, folder: inodeOf(folder) });
}

/** False for a copied note. */
export function isWrittenIn(folder: string, note: SandboxNote): boolean {
  return !note.folder || note.folder === inodeOf(folder);
}

/** By itself: its gateway may be dead. */
export async function signSandboxNote(
  folder: string,
  address: { port: number; token: string },
): Promise<void> {
  await writeSandboxNote(folder, { process: identifyIn(folder, process.pid), ...address });
}
