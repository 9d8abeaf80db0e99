import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CommandOptions, CommandRunner, PlainRunner } from '../../command.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { secretKeyFile } from '../../files.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { parseNumber } from '../../platform/lib/command-options.ts';
import { createLog } from '../../platform/lib/log.ts';
import { backupCommands, noteVerified, recordBackup } from '../operator/backups/backup.ts';
import { locationOf, registerRecording } from '../operator/backups/commands.ts';
import { openRunNotes, type RunNotes } from '../operator/backups/run.ts';
import { listMade } from './format.ts';
import { type Made, makeBackup } from './make.ts';
import type { Progress } from './meter.ts';
import { fullAddress, openPlace } from './open-place.ts';
import { restoreBackup } from './restore.ts';
import { type Verified, verifyBackup } from './verify.ts';

interface BackupOptions extends CommandOptions {
  verify?: boolean;
  keep?: number;
}

/** `kurir backup` and what is below it. */
export function registerBackupCommands(program: Command, run: CommandRunner): void {
  const backup = program
    .command('backup')
    .description(
      'back up the embedded database and the files, while the gateway runs; and what is known of backups',
    )
    .argument(
      '[folder]',
      'an existing folder on another disk, or s3://BUCKET/FOLDER. Default: KURIR_BACKUP_TO',
    )
    .option('--verify', 'then restore it for a test')
    .addOption(
      new Option('--keep <number>', 'then delete older ones').argParser(parseNumber('The number', 1000)),
    )
    .option('--json', 'one line of JSON')
    .enablePositionalOptions()
    .action((folder: string | undefined, options: BackupOptions) =>
      run((ctx) => backUp(ctx, folder, options), options),
    );
  backup
    .command('verify')
    .description('restore a backup for a test, into a folder that is deleted afterwards')
    .argument('<backup>', 'its folder, or s3://BUCKET/FOLDER/NAME')
    .option('--scratch <folder>', 'where there is room. Default: the data folder')
    .option('--json', 'one line of JSON')
    .action((source: string, options: CommandOptions & { scratch?: string }) =>
      run(async (ctx) => {
        const verified = await verifyBackup(ctx, source, options.scratch);
        const recorded = await noteVerified(ctx, locationOf(fullAddress(source)));
        return { ...shownOf(verified), recorded };
      }, options),
    );
  registerRecording(backup, run);
}

/** `kurir restore`. */
export function registerRestoreCommand(program: Command, run: PlainRunner): void {
  program
    .command('restore')
    .description('make an installation from a backup, in an empty data folder')
    .argument('<backup>', 'its folder, or s3://BUCKET/FOLDER/NAME')
    .option('--json', 'one line of JSON')
    .action((source: string, options: CommandOptions) =>
      run(async (config) => {
        const log = createLog('warn', 'command', { format: config.KURIR_LOG_FORMAT });
        const { made_at, version, files } = await restoreBackup(config, log, source);
        const next = `Start Kurir. Each account is suspended, until: ${KURIR} account activate --held`;
        return { restored: resolve(config.KURIR_DATA_DIR), made_at, version, files, next };
      }, options),
    );
}

async function backUp(
  ctx: Context,
  given: string | undefined,
  { verify = false, keep }: BackupOptions,
): Promise<CommandOutput> {
  if (ctx.config.DATABASE_URL) refuseExternal(ctx.config);
  const target = given ?? ctx.config.KURIR_BACKUP_TO;
  if (target === undefined)
    throw new CommandError('To which folder? Give it, or set KURIR_BACKUP_TO', 'invalid_usage');
  const startedAt = performance.now();
  const [made, verified] = await makeRecorded(ctx, target, verify);
  const removed = await removeOld(ctx, target, { made, keep });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { ...shownMade(ctx.config, made), ...(verified && shownOf(verified)), removed, seconds };
}

async function makeRecorded(
  ctx: Context,
  target: string,
  verify: boolean,
): Promise<[made: Made, verified: Verified | null]> {
  const madeAt = ctx.now();
  let made: Made | null = null;
  const notes = openRunNotes(ctx);
  try {
    made = await makeBackup(ctx, { target, report: (progress) => report(notes, progress) });
    const { bytes } = made.manifest;
    if (verify) notes.note({ state: 'verifying', done_bytes: bytes, total_bytes: bytes, seconds_left: null });
    const verified = verify ? await verifyBackup(ctx, made.address) : null;
    const verified_at = verified && ctx.now();
    const [size_bytes, location] = [bytes, locationOf(made.address)];
    await recordBackup(ctx, { outcome: 'done', made_at: madeAt, size_bytes, location, verified_at });
    return [made, verified];
  } catch (error) {
    // A refusal is no failure of a backup.
    if (!(error instanceof CommandError) || error.kind === 'failed' || made !== null) {
      const location = locationOf(made ? await setAside(ctx, target, made) : fullAddress(target));
      await recordBackup(ctx, { outcome: 'failed', made_at: madeAt, size_bytes: null, location });
    }
    throw error;
  } finally {
    await notes.end();
  }
}

function refuseExternal(config: Config): never {
  const [, ...lines] = backupCommands(config);
  throw new CommandError(
    `With DATABASE_URL, PostgreSQL makes the backup, while Kurir runs. Run: ${lines.join(' && ')}. ` +
      'docs/backups.md has more',
    'refused',
  );
}

/** Also a clock that was ahead does not take the new one. */
async function removeOld(
  { config }: Context,
  target: string,
  { made: { name, manifest }, keep = Number.POSITIVE_INFINITY }: { made: Made; keep: number | undefined },
): Promise<number> {
  const place = openPlace(config, target);
  try {
    const made = await listMade(place, manifest.database_id);
    const old = made.slice(0, Math.max(0, made.length - keep)).filter((each) => each !== name);
    for (const each of old) await place.remove(each, manifest.database_id);
    return old.length;
  } finally {
    await place.close();
  }
}

async function setAside({ config }: Context, target: string, { name, manifest }: Made): Promise<string> {
  const place = openPlace(config, target);
  try {
    return await place.setAside(name, manifest.database_id);
  } finally {
    await place.close();
  }
}

function shownMade(config: Config, { address, manifest }: Made) {
  const place = config.KURIR_SECRET_KEY ? 'KURIR_SECRET_KEY' : secretKeyFile(config);
  return {
    backup: address,
    size_bytes: manifest.bytes,
    files: manifest.files,
    secret_key: manifest.has_key
      ? 'sealed with the passphrase'
      : `not in the backup: keep a copy of ${place} in another place. Without it, devices and secrets are lost`,
  };
}

const shownOf = ({ tables, rows }: Verified) => ({ verified: true, tables, rows });

function report(notes: RunNotes, progress: Progress): void {
  const { doneBytes: done_bytes, totalBytes: total_bytes, secondsLeft: seconds_left } = progress;
  notes.note({ state: 'copying', done_bytes, total_bytes, seconds_left });
  showProgress(progress);
}

/** For a person: cron mails each line. */
function showProgress({ doneBytes, totalBytes, secondsLeft }: Progress): void {
  if (!process.stderr.isTTY) return;
  const [done, total] = [doneBytes, totalBytes].map((bytes) => Math.round(bytes / MEBIBYTE));
  process.stderr.write(`Backup: ${done} of about ${total} MiB, about ${secondsLeft} s left\n`);
}
