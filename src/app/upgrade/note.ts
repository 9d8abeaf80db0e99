import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { isRunning } from '../../platform/lib/process-identity.ts';
import { readState, writeState } from '../../platform/lib/state-file.ts';

const Step = z.enum(['preparing', 'stopping', 'copying', 'trying', 'going_back', 'switching', 'starting']);
export type Step = z.infer<typeof Step>;

/** How the gateway ran, so that it runs again. */
const Running = z.object({
  /** Of systemd. */
  unit: z.string().nullable(),
  args: z.array(z.string()),
  cwd: z.string(),
});
export type Running = z.infer<typeof Running>;

const Program = z.object({
  form: z.enum(['clone', 'release']),
  /** The clone, or the folder in which npm installed the release. */
  place: z.string(),
  version: z.string(),
  /** What is renamed from the staged folder, in this order. */
  moves: z.array(z.string()),
  commit: z.string().nullable(),
});
export type Program = z.infer<typeof Program>;

const UpgradeNote = z.object({
  step: Step,
  conductor: z.object({ pid: z.int(), began: z.string() }),
  from: z.string(),
  program: Program.nullable(),
  /** Null: it did not run. */
  gateway: Running.nullable(),
  backup: z.string().nullable(),
  /** Why it goes back. */
  reason: z.string().nullable(),
});
export type UpgradeNote = z.infer<typeof UpgradeNote>;

/** In the data folder: the note, the copy of the database, the log of the trial. */
export const upgradeFolder = (config: Config) => join(config.KURIR_DATA_DIR, 'upgrade');
const noteOf = (config: Config) => join(upgradeFolder(config), 'note.json');

export const writeNote = (config: Config, note: UpgradeNote) => writeState(noteOf(config), note);
export const readNote = (config: Config) => readState(noteOf(config), UpgradeNote);

/** With the copy, the note first. */
export async function removeNote(config: Config): Promise<void> {
  await rm(noteOf(config), { force: true });
  await rm(upgradeFolder(config), { recursive: true, force: true });
}

/** The database may be half upgraded, and a gateway on it would accept what the way back loses. Throws CommandError. */
export async function refuseUnfinishedUpgrade(config: Config): Promise<void> {
  const note = await readNote(config);
  if (note === null || note.step === 'starting') return;
  const isAtWork = isRunning(note.conductor);
  if (['preparing', 'stopping'].includes(note.step) || (note.step === 'copying' && !isAtWork)) return;
  throw new CommandError(
    isAtWork
      ? `An upgrade is at work (process ${note.conductor.pid}). Wait until it ends`
      : `An upgrade was interrupted. Finish it, or let it go back: ${KURIR} upgrade`,
    'refused',
  );
}
