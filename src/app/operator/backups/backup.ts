import { basename, dirname, resolve } from 'node:path';
import { commandPrefix } from '../../../command-prefix.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { quoted } from '../../../platform/lib/shell.ts';
import type { BackupRow, NewBackup } from './store.ts';
import * as store from './store.ts';

export type { BackupRow } from './store.ts';

const KEPT = 200;
/** An older last backup is a warning. */
const OLD_MS = 7 * DAY;

/** Notes a backup that was made outside of Kurir. */
export function recordBackup(ctx: Context, backup: NewBackup): Promise<BackupRow> {
  return ctx.db.transaction(async (tx) => {
    const row = await store.insertBackup(tx, backup, KEPT);
    const { outcome, made_at, size_bytes, location } = row;
    const detail = { outcome, made_at: made_at.toISOString(), size_bytes, location };
    await record(tx, ctx, [{ action: 'backup.recorded', accountId: null, target: row.id, detail }]);
    return row;
  });
}

/** The newest record first. FieldErrors for a wrong cursor. */
export function listBackups(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<BackupRow>> {
  return readPage(ctx, {
    list: 'backups',
    cursor,
    limit,
    read: ([before], most) => store.listBackups(ctx.db, before, most),
    placeOf: ({ id }) => [id],
    partsOf: ({ location }) => [location],
  });
}

export type BackupWarning = 'no_backup' | 'old_backup' | 'failed_backup';

/** The last good backup, and what is wrong with the backups. */
export async function judgeBackups(
  db: Db,
  now: Date,
): Promise<{ last: BackupRow | null; warnings: BackupWarning[] }> {
  const [newest] = await store.listBackups(db, undefined, 1);
  const last = (await store.findLatestDone(db, {})) ?? null;
  const warnings: BackupWarning[] = [];
  if (last === null) warnings.push('no_backup');
  else if (now.getTime() - last.made_at.getTime() > OLD_MS) warnings.push('old_backup');
  if (newest?.outcome === 'failed') warnings.push('failed_backup');
  return { last, warnings };
}

/** Lines for a shell, which make a backup of this installation and record it. */
export interface BackupCommands {
  /** With root, when systemd runs the gateway; with DATABASE_URL the only way. */
  commands: string[];
  /** When it was started by hand. A supervisor would start it again during the copy. */
  commands_by_hand: string[];
}

export function backupCommands(config: Config): BackupCommands {
  const { DATABASE_URL, KURIR_DATA_DIR, KURIR_SANDBOX } = config;
  const kurir = commandPrefix(config);
  const enter = `cd ${quoted(process.cwd())}`;
  const record = (file: string) => `${kurir} backup record ${file}`;
  if (DATABASE_URL) {
    const commands = [
      enter,
      'pg_dump --format=custom --file ~/kurir.dump "$DATABASE_URL"',
      record('~/kurir.dump'),
    ];
    return { commands, commands_by_hand: [] };
  }
  const folder = resolve(KURIR_DATA_DIR);
  const archive = '~/kurir-backup.tar.gz';
  const copy = `(umask 077 && tar -C ${quoted(dirname(folder))} -czf ${archive} ${quoted(basename(folder))})`;
  const start = `${kurir} start${KURIR_SANDBOX === 'on' ? ' --sandbox' : ''}`;
  return {
    commands: [enter, 'systemctl stop kurir', copy, 'systemctl start kurir', record(archive)],
    // The last line stays in the terminal.
    commands_by_hand: [enter, `${kurir} stop`, copy, record(archive), start],
  };
}
