import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, childEnvironment } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { CLONE, KURIR } from '../../platform/lib/command-name.ts';
import { identify, isRunning } from '../../platform/lib/process-identity.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { readReadiness } from '../cli/status.ts';
import { copyDatabase, putBack, refuseSmallDisk } from './data-copy.ts';
import { findRunning, startGateway, stopGateway, tryProgram } from './gateway.ts';
import { type Program, readNote, removeNote, type Step, type UpgradeNote, writeNote } from './note.ts';
import { discardStaged, stagedFolder, stageProgram, switchProgram } from './program.ts';
import { asOwner, type Owner, ownerOf, runTool } from './tools.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));

export interface UpgradeOptions {
  /** Of the backup. Default: KURIR_BACKUP_TO. */
  backupTo?: string;
  /** Of systemd. */
  service?: string;
  waitSeconds: number;
  say(line: string): void;
}

interface Run {
  config: Config;
  note: UpgradeNote;
  given: string | undefined;
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

/** Where an interrupted upgrade goes on. Before its stop it begins again; a copy may be torn. */
const RESUMED: Partial<Record<Step, Step>> = {
  stopping: 'stopping',
  copying: 'stopping',
  trying: 'trying',
  going_back: 'going_back',
  switching: 'switching',
  starting: 'starting',
};

/**
 * `kurir upgrade`: backs up, stops, tries the new program on the database, switches, starts. Goes back by itself while
 * nothing was accepted. Repeat it after an interruption. Throws CommandError.
 */
export async function upgrade(
  config: Config,
  given: string | undefined,
  options: UpgradeOptions,
): Promise<CommandOutput> {
  if (config.DATABASE_URL)
    throw new CommandError(
      'With DATABASE_URL, see docs/several-processes.md: upgrade one process after the other',
      'refused',
    );
  const conductor = identify(process.pid);
  if (conductor === null) throw new CommandError('The system does not say when this process began');
  const left = await readNote(config);
  if (left && isRunning(left.conductor))
    throw new CommandError(`An upgrade is at work (process ${left.conductor.pid})`, 'refused');
  const resumed = left && RESUMED[left.step];
  if (!resumed && given === undefined)
    throw new CommandError('To which version? Give a tag, or the archive of a release', 'invalid_usage');
  const begun = { from: VERSION, program: null, gateway: null, backup: null, reason: null };
  const note: UpgradeNote = { ...begun, ...(resumed && left), step: resumed ?? 'preparing', conductor };
  if (resumed) options.say(`Goes on with the upgrade to ${programOf(note).version} that was interrupted.`);
  const run = { config, note, given, owner: await ownerOf(config), options };
  for (let step: Step | null = note.step; step !== null; ) {
    note.step = step;
    await asOwner(run.owner, () => writeNote(config, note));
    step = await STEPS[step](run);
  }
  return shown(note);
}

async function prepare({ config, note, given = '', owner, options }: Run): Promise<Step> {
  let program: Program | null = null;
  try {
    if ((await readReadiness(config)) === 'not_ready')
      throw new CommandError(
        `The gateway is not ready. Look for the fault first: ${KURIR} doctor`,
        'refused',
      );
    await refuseSmallDisk(config);
    const target = options.backupTo ?? config.KURIR_BACKUP_TO;
    if (target === undefined)
      throw new CommandError(
        'Where does the backup go? Use --backup-to, or set KURIR_BACKUP_TO',
        'invalid_usage',
      );
    options.say('1/6 Prepares the new program. The gateway goes on.');
    program = await stageProgram(given);
    options.say(`2/6 Makes a backup, and restores it for a test.`);
    const words = ['backup', await realpath(target).catch(() => target), '--verify', '--json'];
    const env = childEnvironment({ KURIR_DATA_DIR: resolve(config.KURIR_DATA_DIR) });
    const said = await runTool(process.execPath, [...process.execArgv, CLI, ...words], { env, owner });
    note.program = program;
    note.backup = String(Object(JSON.parse(said)).backup);
    note.gateway = await findRunning(config, options.service);
    return 'stopping';
  } catch (error) {
    if (program) await discardStaged(program);
    await asOwner(owner, () => removeNote(config));
    throw error;
  }
}

async function stop({ config, note, options }: Run): Promise<Step> {
  options.say('3/6 Stops the gateway. If this command is interrupted from here on, run it again.');
  await stopGateway(config, note.gateway);
  return 'copying';
}

async function copy({ config, note, owner }: Run): Promise<Step> {
  try {
    await copyDatabase(config, owner);
    return 'trying';
  } catch (error) {
    note.reason = reasonOf(error);
    return 'going_back';
  }
}

async function tryOut({ config, note, owner, options }: Run): Promise<Step> {
  const program = programOf(note);
  options.say(`4/6 Tries Kurir ${program.version} on the database. It accepts and sends nothing.`);
  try {
    await tryProgram(config, stagedFolder(program), { owner, waitMs: options.waitSeconds * SECOND });
    return 'switching';
  } catch (error) {
    note.reason = reasonOf(error);
    return 'going_back';
  }
}

async function goBack({ config, note, owner, options }: Run): Promise<Step> {
  options.say(`Goes back to Kurir ${note.from}: ${note.reason}`);
  await stopGateway(config, note.gateway);
  await putBack(config, owner);
  return 'starting';
}

async function switchOver({ note, options }: Run): Promise<Step> {
  options.say('5/6 Puts the new program in its place.');
  await switchProgram(programOf(note));
  return 'starting';
}

async function start({ config, note, owner, options }: Run): Promise<null> {
  if (note.gateway) {
    options.say('6/6 Starts the gateway.');
    const waitMs = options.waitSeconds * SECOND;
    await startGateway(config, note.gateway, { program: CLONE, owner, waitMs }).catch((error: unknown) => {
      throw new CommandError(`${note.reason === null ? isNew(note) : isOld(note)}, but ${reasonOf(error)}`);
    });
  }
  await discardStaged(programOf(note));
  await asOwner(owner, () => removeNote(config));
  if (note.reason === null) return null;
  throw new CommandError(`${isOld(note)} and ${note.gateway ? 'runs again' : 'stopped'}. Nothing is lost`);
}

const isNew = (note: UpgradeNote) =>
  `Kurir ${programOf(note).version} is in place. It may have accepted messages, so it does not go back by itself: ` +
  `fix the fault, and run this command again. Or restore ${note.backup} with Kurir ${note.from}, and lose what came ` +
  'since. It was ready in its trial';

const isOld = (note: UpgradeNote) =>
  `Kurir ${programOf(note).version} was not ready: ${note.reason}. Kurir ${note.from} is in place as before`;

function shown({ from, program, backup, gateway }: UpgradeNote): CommandOutput {
  const next = gateway ? {} : { next: `It did not run before. Start it: ${KURIR} start` };
  return { from, to: program?.version, gateway: gateway ? 'ready' : 'stopped', backup, ...next };
}

function programOf({ program }: UpgradeNote): Program {
  if (program === null) throw new CommandError('The note of the upgrade names no program');
  return program;
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
