import { realpath } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { CLONE, KURIR } from '../../platform/lib/command-name.ts';
import { reasonOf } from '../../platform/lib/error-code.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { readReadiness } from '../cli/status.ts';
import { copyDatabase, putBack, refuseUncopyable } from './data-copy.ts';
import { findRunning, startGateway, stopGateway, tryProgram } from './gateway.ts';
import {
  isHalfUpgraded,
  keepsOut,
  lockUpgrade,
  markStep,
  type Program,
  readNote,
  removeMark,
  type Step,
  type UpgradeNote,
  writeNote,
} from './note.ts';
import {
  discardStaged,
  findPlace,
  stagedFolder,
  stageProgram,
  switchBack,
  switchProgram,
} from './program.ts';
import { asOwner, type Owner, ownerOf, runKurir } from './tools.ts';

export interface UpgradeOptions {
  /** Of the backup. Default: KURIR_BACKUP_TO. */
  backupTo?: string;
  /** Of systemd. */
  service?: string;
  waitSeconds: number;
  say(line: string): void;
}

type Place = ReturnType<typeof findPlace>;

interface Run {
  config: Config;
  note: UpgradeNote;
  place: Place;
  owner: Owner;
  options: UpgradeOptions;
}

/** Each is safe to repeat. Answers the next step; null: the end. */
const STEPS: Record<Step, (run: Run) => Promise<Step | null>> = {
  preparing: prepare,
  stopping: stop,
  copying: copy,
  trying: tryOut,
  going_back: goBack,
  switching: switchOver,
  starting: start,
};

/**
 * `kurir upgrade`: backs up, stops, tries the new program on the database, switches, starts. Goes back by itself while
 * nothing was accepted. Repeat it after an interruption. Throws CommandError.
 */
export async function upgrade(
  config: Config,
  asked: string | undefined,
  options: UpgradeOptions,
): Promise<CommandOutput> {
  if (config.DATABASE_URL)
    throw new CommandError(
      'With DATABASE_URL, see docs/several-processes.md: upgrade one process after the other',
      'refused',
    );
  // Another user tries the program that root unpacks.
  process.umask(0o022);
  const [place, owner] = [findPlace(), await ownerOf(config)];
  const lock = await asOwner(owner, () => lockUpgrade(config));
  try {
    const left = await findLeft(config, place);
    if (left && asked !== undefined && asked !== left.asked)
      throw new CommandError(
        `The upgrade to ${left.asked} was interrupted. Finish it first, without a version: ${KURIR} upgrade`,
        'refused',
      );
    if (left) options.say(`Goes on with the upgrade to ${left.asked} that was interrupted.`);
    else if (asked === undefined)
      throw new CommandError('To which version? Give a tag, or the archive of a release', 'invalid_usage');
    const note = left ?? (await begin(config, { step: 'preparing', asked: asked ?? '', reason: null }));
    return await conduct({ config, note, place, owner, options });
  } finally {
    await asOwner(owner, async () => lock.release());
  }
}

async function conduct(run: Run): Promise<CommandOutput> {
  const { note } = run;
  for (let step: Step | null = note.step; step !== null; ) {
    note.step = step;
    await noteStep(run);
    step = await STEPS[step](run);
  }
  return shown(note);
}

const begin = async (
  config: Config,
  start: Pick<UpgradeNote, 'step' | 'asked' | 'reason'>,
): Promise<UpgradeNote> => ({
  ...start,
  folder: await realpath(config.KURIR_DATA_DIR),
  from: VERSION,
  program: null,
  gateway: null,
  backup: null,
});

/** Where an interrupted upgrade goes on. Null: before its stop it begins again. */
async function findLeft(config: Config, { place }: Place): Promise<UpgradeNote | null> {
  const note = await readNote(place);
  if (note === null) {
    const reason = 'its note was lost';
    const isLost = await isHalfUpgraded(config);
    return isLost ? begin(config, { step: 'going_back', asked: 'another version', reason }) : null;
  }
  if (note.folder !== (await realpath(config.KURIR_DATA_DIR)))
    throw new CommandError(
      `An upgrade for ${note.folder} was interrupted. Finish it first, with KURIR_DATA_DIR=${note.folder}`,
      'refused',
    );
  // A copy may be torn.
  return note.step === 'copying' ? { ...note, step: 'stopping' } : note;
}

/** Keeps gateways out before the note would lose what they accept, and lets them in after it would not. */
async function noteStep({ config, note, place, owner }: Run): Promise<void> {
  const mark = () => asOwner(owner, () => markStep(config, note.step));
  if (keepsOut(note.step)) await mark();
  if (note.step !== 'preparing') await writeNote(place.place, note);
  await mark();
}

async function prepare(run: Run): Promise<Step> {
  const { config, note, place, owner, options } = run;
  try {
    const target = options.backupTo ?? config.KURIR_BACKUP_TO;
    if (target === undefined)
      throw new CommandError(
        'Where does the backup go? Use --backup-to, or set KURIR_BACKUP_TO',
        'invalid_usage',
      );
    if ((await asOwner(owner, () => readReadiness(config))) === 'not_ready')
      throw new CommandError(
        `The gateway is not ready. Look for the fault first: ${KURIR} doctor`,
        'refused',
      );
    await refuseUncopyable(config, owner);
    options.say('1/6 Prepares the new program. The gateway goes on.');
    note.program = await stageProgram(place, note.asked);
    options.say(`2/6 Makes a backup, and restores it for a test.`);
    const words = ['backup', await realpath(target).catch(() => target), '--verify', '--json'];
    note.backup = String(Object(JSON.parse(await runKurir(config, words, owner))).backup);
    note.gateway = await findRunning(config, options.service, owner);
    return 'stopping';
  } catch (error) {
    await finish(run);
    throw error;
  }
}

/** The backup and the packages may have filled the disk. */
async function stop({ config, note, owner, options }: Run): Promise<Step> {
  try {
    await refuseUncopyable(config, owner);
  } catch (error) {
    return giveUp(note, error, 'starting');
  }
  options.say('3/6 Stops the gateway. If this command is interrupted from here on, run it again.');
  await stopGateway(config, note.gateway, owner);
  return 'copying';
}

/** Without a new copy the database is untouched, and an older copy must not take its place. */
async function copy({ config, note, owner }: Run): Promise<Step> {
  try {
    await copyDatabase(config, owner);
    return 'trying';
  } catch (error) {
    return giveUp(note, error, 'starting');
  }
}

async function tryOut({ config, note, owner, options }: Run): Promise<Step> {
  const program = programOf(note);
  options.say(`4/6 Tries Kurir ${program.version} on the database. It accepts and sends nothing.`);
  try {
    const [waitMs, running] = [options.waitSeconds * SECOND, note.gateway];
    await tryProgram(config, stagedFolder(program), { running, owner, waitMs });
    return 'switching';
  } catch (error) {
    return giveUp(note, error, 'going_back');
  }
}

function giveUp(note: UpgradeNote, error: unknown, next: Step): Step {
  note.reason = reasonOf(error).split('\n', 1)[0] ?? '';
  return next;
}

async function goBack({ config, note, owner, options }: Run): Promise<Step> {
  options.say(`Goes back to Kurir ${note.from}: ${note.reason}`);
  await stopGateway(config, note.gateway, owner);
  await putBack(config, owner);
  return 'starting';
}

async function switchOver({ note, options }: Run): Promise<Step> {
  options.say('5/6 Puts the new program in its place.');
  try {
    await switchProgram(programOf(note));
    return 'starting';
  } catch (error) {
    await switchBack(programOf(note));
    return giveUp(note, error, 'going_back');
  }
}

async function start(run: Run): Promise<null> {
  const { config, note, owner, options } = run;
  if (note.gateway) {
    options.say('6/6 Starts the gateway.');
    const waitMs = options.waitSeconds * SECOND;
    await startGateway(config, note.gateway, { program: CLONE, owner, waitMs }).catch((error: unknown) => {
      throw new CommandError(`${note.reason === null ? isNew(note) : isOld(note)}, but ${reasonOf(error)}`);
    });
  }
  await finish(run);
  if (note.reason === null) return null;
  throw new CommandError(`${isOld(note)} and ${note.gateway ? 'runs again' : 'stopped'}. Nothing is lost`);
}

/** The note first: a mark alone lets gateways in. */
async function finish({ config, place, owner }: Run): Promise<void> {
  await discardStaged(place);
  await asOwner(owner, () => removeMark(config));
}

const isNew = (note: UpgradeNote) =>
  `Kurir ${programOf(note).version} is in place. It may have accepted messages, so it does not go back by itself: ` +
  `fix the fault, and run this command again. Or restore ${note.backup} with Kurir ${note.from}, and lose what came ` +
  'since. It was ready in its trial';

const isOld = ({ program, asked, reason, from }: UpgradeNote) =>
  `The upgrade to ${program ? `Kurir ${program.version}` : asked} failed: ${reason}. ` +
  `Kurir ${from} is in place as before`;

function shown({ from, program, backup, gateway }: UpgradeNote): CommandOutput {
  const next = gateway ? {} : { next: `It did not run before. Start it: ${KURIR} start` };
  return { from, to: program?.version, gateway: gateway ? 'ready' : 'stopped', backup, ...next };
}

function programOf({ program }: UpgradeNote): Program {
  if (program === null) throw new CommandError('The note of the upgrade names no program');
  return program;
}
