import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../../command.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { limitOption } from '../../../platform/lib/command-options.ts';
import { cut, toStorable } from '../../../platform/lib/text.ts';
import { declareRestored } from '../origin/origin.ts';
import { type BackupRow, listBackups, recordBackup } from './backup.ts';
import { findBackupProblem } from './inspect.ts';
import { viewBackup } from './shown-backup.ts';

const MAX_LOCATION = 500;

/** As the database keeps it. */
export const locationOf = (path: string) => cut(toStorable(path), MAX_LOCATION);

interface RecordOptions extends CommandOptions {
  location?: string;
  failed?: boolean;
}

/** What is known of backups: below `kurir backup`. */
export function registerRecording(backup: Command, run: CommandRunner): void {
  backup
    .command('record')
    .description('note a backup that another program made, so that its age is known')
    .argument('[file]', 'the backup on this machine: its content is checked, its size and time are noted')
    .option('--location <text>', 'where the backup is, if it is not on this machine')
    .option('--failed', 'the backup has failed')
    .option('--json', 'one line of JSON')
    .action((file: string | undefined, options: RecordOptions) =>
      run(async (ctx) => viewBackup(await note(ctx, file, options)), options),
    );
  backup
    .command('restored')
    .description('say that this installation was restored from a copy of its data folder, before it starts')
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions) =>
      run(async (ctx) => {
        await declareRestored(ctx);
        const next = `${KURIR} account activate --held`;
        return { restored: true, effect: `From the next start on each account is suspended, until: ${next}` };
      }, options),
    );
  backup
    .command('list')
    .description('backups that were recorded, newest first')
    .addOption(limitOption())
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions & { limit: number }) =>
      run(async (ctx) => (await listBackups(ctx, options)).rows.map(viewBackup), options),
    );
}

async function note(
  ctx: Context,
  file: string | undefined,
  { location, failed = false }: RecordOptions,
): Promise<BackupRow> {
  const outcome = failed ? 'failed' : 'done';
  const known = file === undefined ? null : await measure(file, failed);
  if (file !== undefined && !failed) await refuseUnusable(file, ctx.config);
  const place = location ?? (file === undefined ? null : resolve(file));
  if (place === null && !failed) {
    throw new CommandError('Which backup? Give its file, or --location.', 'invalid_usage');
  }
  return recordBackup(ctx, {
    outcome,
    made_at: known?.madeAt ?? ctx.now(),
    size_bytes: known?.size ?? null,
    location: place === null ? null : locationOf(place),
  });
}

async function refuseUnusable(file: string, config: Config): Promise<void> {
  const problem = await findBackupProblem(file, config);
  if (problem === null) return;
  throw new CommandError(
    `${file} is no usable backup: ${problem}. Nothing was recorded. Make it again: docs/backups.md says how. For a ` +
      'backup of another kind, use --location.',
    'refused',
  );
}

/** Null for a failed backup without a file. */
async function measure(file: string, failed: boolean): Promise<{ madeAt: Date; size: number | null } | null> {
  const found = await stat(file).catch(() => null);
  if (found !== null) return { madeAt: found.mtime, size: found.isFile() ? found.size : null };
  if (failed) return null;
  throw new CommandError(`No file ${file}. Is it on another machine? Then use --location.`, 'not_found');
}
