import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../config.ts';
import type { Context } from '../../context.ts';
import { reasonIn } from '../../platform/lib/last-words.ts';
import { noteFailedRun } from '../operator/backups/run.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));

/** `kurir backup` in a separate process, which leaves the machine to the gateway. Answers why it failed. */
export async function runBackup(
  ctx: Context,
  words: readonly string[],
  stopping: AbortSignal,
): Promise<string | null> {
  const { config } = ctx;
  const child = spawn(process.execPath, [...process.execArgv, CLI, 'backup', ...words], {
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
    if (code === 0) return null;
    const reason = reasonIn(said) || 'it ended without a reason';
    if (!stopping.aborted) await noteFailedRun(ctx, reason);
    return reason;
  } finally {
    stopping.removeEventListener('abort', end);
  }
}
