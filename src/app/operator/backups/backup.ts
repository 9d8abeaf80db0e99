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

/** A restore of the backup at this place succeeded. False: it is not recorded. */
export async function noteVerified(ctx: Context, location: string): Promise<boolean> {
  return (await store.markVerified(ctx.db, { location, now: ctx.now() })) > 0;
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

/** Lines for a shell, which make a backup of this installation beside the running gateway, and record it. */
export function backupCommands(config: Config): string[] {
  const kurir = commandPrefix(config);
  const enter = `cd ${quoted(process.cwd())}`;
  if (config.DATABASE_URL) {
    const dump = 'pg_dump --format=custom --file ~/kurir.dump "$DATABASE_URL"';
    return [enter, dump, `${kurir} backup record ~/kurir.dump`];
  }
  const folder = config.KURIR_BACKUP_TO ? quoted(config.KURIR_BACKUP_TO) : '~/kurir-backups';
  return [enter, `mkdir -p ${folder}`, `${kurir} backup ${folder} --verify`];
}

/** Null without them. */
export function nightlyBackups(config: Config): { folder: string; hour: number; kept: number } | null {
  const { KURIR_BACKUP_TO: folder, KURIR_BACKUP_HOUR: hour, KURIR_BACKUP_KEEP: kept } = config;
  return folder === undefined ? null : { folder, hour, kept };
}
