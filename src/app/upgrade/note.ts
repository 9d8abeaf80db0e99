import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { codeOf, reasonOf } from '../../platform/lib/error-code.ts';
import {
  FolderInUse,
  type FolderLock,
  findOwner,
  lockFolder,
} from '../../platform/lib/postgres/folder-lock.ts';
import { writeState } from '../../platform/lib/state-file.ts';

const Step = z.enum(['preparing', 'stopping', 'copying', 'trying', 'going_back', 'switching', 'starting']);
export type Step = z.infer<typeof Step>;

/** The database may be half upgraded: what a gateway accepts on it, the way back would lose. */
export const keepsOut = (step: Step) => ['trying', 'going_back', 'switching'].includes(step);

/** How the gateway ran, so that it runs again. */
const Running = z.object({
  /** Of systemd. */
  unit: z.string().nullable(),
  args: z.array(z.string()),
  cwd: z.string(),
  /** Null: the system does not say. */
  env: z.record(z.string(), z.string()).nullable(),
});
export type Running = z.infer<typeof Running>;

const Program = z.object({
  form: z.enum(['clone', 'release']),
  /** The clone, or the folder in which npm installed the release. */
  place: z.string(),
  version: z.string(),
  /** What is renamed from the staged folder, in this order. */
  moves: z.array(z.string()),
  /** Of a clone: the present one, and the new one. */
  commits: z.object({ from: z.string(), to: z.string() }).nullable(),
});
export type Program = z.infer<typeof Program>;

const UpgradeNote = z.object({
  step: Step,
  /** The data folder. */
  folder: z.string(),
  /** The version, as it was asked for. */
  asked: z.string(),
  from: z.string(),
  program: Program.nullable(),
  /** Null: it did not run. */
  gateway: Running.nullable(),
  backup: z.string().nullable(),
  /** Why it goes back. */
  reason: z.string().nullable(),
});
export type UpgradeNote = z.infer<typeof UpgradeNote>;

/** In the data folder: the step, the copy of the database, the log of the trial. */
export const upgradeFolder = (config: Config) => join(config.KURIR_DATA_DIR, 'upgrade');
/** Beside the program: the new one, and the note. Root obeys no file that the user of the gateway can write. */
export const workFolder = (place: string) => join(place, '.upgrade');

const markOf = (config: Config) => join(upgradeFolder(config), 'note.json');
const noteOf = (place: string) => join(workFolder(place), 'note.json');
const lockOf = (config: Config) => join(config.KURIR_DATA_DIR, 'upgrade.lock');

/** One upgrade of a data folder at a time; the kernel unlocks. Throws CommandError. */
export async function lockUpgrade(config: Config): Promise<FolderLock> {
  try {
    const folder = resolve(config.KURIR_DATA_DIR);
    return await lockFolder(lockOf(config), { folder, kind: 'command', waitMs: SECOND });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CommandError(`An upgrade is at work (process ${error.owner?.pid ?? 'elsewhere'})`, 'refused');
  }
}

/** Later calls go on from here. */
export async function writeNote(place: string, note: UpgradeNote): Promise<void> {
  // The user of the gateway tries the program in it.
  await mkdir(workFolder(place), { recursive: true, mode: 0o755 });
  await writeState(noteOf(place), note, { isDurable: true });
}

/** Null: none. Throws CommandError. */
export const readNote = (place: string) =>
  read(noteOf(place), UpgradeNote, (file) => `Delete ${file}, and run ${KURIR} upgrade again: it goes back`);

/** For gateways and commands. `writeNote` is for the upgrade. */
export const markStep = (config: Config, step: Step) =>
  writeState(markOf(config), { step }, { isDurable: true });

/** A step whose note is lost must be undone: the database may be half upgraded. Throws CommandError. */
export async function isHalfUpgraded(config: Config): Promise<boolean> {
  const mark = await readMark(config);
  return mark !== null && keepsOut(mark.step);
}

const readMark = (config: Config) =>
  read(
    markOf(config),
    z.object({ step: Step }),
    (file) =>
      `The database may be half upgraded. Run ${KURIR} upgrade. If no upgrade is left, write {"step":"going_back"} ` +
      `to ${file} and run it again, or delete the file to keep the database as it is`,
  );

/** With the copy, the mark first. */
export async function removeMark(config: Config): Promise<void> {
  await rm(markOf(config), { force: true });
  await rm(upgradeFolder(config), { recursive: true, force: true });
}

/** Only with the lock of the folder is the answer final. Throws CommandError. */
export async function refuseUnfinishedUpgrade(config: Config): Promise<void> {
  const { step = 'starting' } = (await readMark(config)) ?? {};
  if (step !== 'copying' && !keepsOut(step)) return;
  const conductor = await findOwner(lockOf(config));
  if (step === 'copying' && conductor === null) return;
  throw new CommandError(
    conductor
      ? `An upgrade is at work (process ${conductor.pid}). Wait until it ends`
      : `An upgrade was interrupted. Finish it, or let it go back: ${KURIR} upgrade`,
    'refused',
  );
}

/** Null: no file. CommandError with advice for one that is damaged. */
async function read<T extends z.ZodType>(
  file: string,
  schema: T,
  advice: (file: string) => string,
): Promise<z.infer<T> | null> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    const reason =
      error instanceof z.ZodError || error instanceof SyntaxError ? 'it is damaged' : reasonOf(error);
    throw new CommandError(
      `The note of an upgrade cannot be read: ${file} (${reason}). ${advice(file)}`,
      'refused',
    );
  }
}
