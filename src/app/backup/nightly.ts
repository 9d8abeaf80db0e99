import type { Context } from '../../context.ts';
import { DAY, HOUR } from '../../platform/lib/clock.ts';
import { type Repeated, repeat } from '../../platform/lib/repeat.ts';
import { listBackups, recordBackup } from '../operator/backups/backup.ts';
import { runBackup } from './child.ts';

/** Null without KURIR_BACKUP_TO. A night without a record of a backup is made up for at once. */
export function startNightlyBackups(ctx: Context): Repeated | null {
  const { KURIR_BACKUP_TO: target, KURIR_BACKUP_HOUR: hour, KURIR_BACKUP_KEEP: kept } = ctx.config;
  if (target === undefined) return null;
  return repeat(ctx, {
    failed: 'backup.not_started',
    everyMs: HOUR,
    async work(stopping) {
      const due = lastTime(ctx.now(), hour);
      const { rows } = await listBackups(ctx, { limit: 1 });
      const isMade = (last = rows[0]) => last !== undefined && last.made_at >= due;
      if (!isMade()) {
        const reason = await runBackup(ctx, ['--verify', '--keep', String(kept), '--json'], stopping);
        const [last] = (await listBackups(ctx, { limit: 1 })).rows;
        if (!isMade(last) && !stopping.aborted) await noteFailure(ctx, target);
        if (reason !== null) ctx.log.error({ reason }, 'backup.failed');
        else ctx.log.info({ location: last?.location }, 'backup.made');
      }
      return lastTime(ctx.now(), hour).getTime() + DAY - ctx.now().getTime();
    },
  });
}

/** The last full hour of this number, in UTC. */
export function lastTime(now: Date, hour: number): Date {
  const today = Math.floor(now.getTime() / DAY) * DAY + hour * HOUR;
  return new Date(today > now.getTime() ? today - DAY : today);
}

const noteFailure = (ctx: Context, target: string) =>
  recordBackup(ctx, { outcome: 'failed', made_at: ctx.now(), size_bytes: null, location: target });
