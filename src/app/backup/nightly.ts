import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../config.ts';
import type { Context } from '../../context.ts';
import { DAY, HOUR } from '../../platform/lib/clock.ts';
import { type Repeated, repeat } from '../../platform/lib/repeat.ts';
import { listBackups, recordBackup } from '../operator/backups/backup.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const MAX_REASON = 1_000;

/** Null without KURIR_BACKUP_TO. A night without a record of a backup is made up for at once. */
export function startNightlyBackups(ctx: Context): Repeated | null {
  const { KURIR_BACKUP_TO: target, KURIR_BACKUP_HOUR: hour } = ctx.config;
  if (target === undefined) return null;
  return repeat(ctx, {
    failed: 'backup.not_started',
    everyMs: HOUR,
    async work(stopping) {
      const due = lastTime(ctx.now(), hour);
      const { rows } = await listBackups(ctx, { limit: 1 });
      const isMade = (last = rows[0]) => last !== undefined && last.made_at >= due;
      if (!isMade()) {
        const reason = await backUp(ctx, stopping);
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

/** In a separate process, which leaves the machine to the gateway. Answers why it failed. */
async function backUp({ config }: Context, stopping: AbortSignal): Promise<string | null> {
  const words = ['backup', '--verify', '--keep', String(config.KURIR_BACKUP_KEEP), '--json'];
  const child = spawn(process.execPath, [...process.execArgv, CLI, ...words], {
    env: childEnvironment({
      KURIR_DATA_DIR: resolve(config.KURIR_DATA_DIR),
      KURIR_BACKUP_TO: config.KURIR_BACKUP_TO,
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const end = () => child.kill();
  stopping.addEventListener('abort', end, { once: true });
  try {
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return code === 0
      ? null
      : said.trim().split('\n').at(-1)?.slice(0, MAX_REASON) || 'it ended without a reason';
  } finally {
    stopping.removeEventListener('abort', end);
  }
}

const noteFailure = (ctx: Context, target: string) =>
  recordBackup(ctx, { outcome: 'failed', made_at: ctx.now(), size_bytes: null, location: target });
