import { isDatabaseAway } from '../../lib/db/db.ts';
import type { Log } from '../../lib/log.ts';

/**
 * Survives a rejection without a handler while the database is unavailable: the job runner leaves one, and
 * repeats the job later. Any other such rejection ends the process.
 */
export function surviveLostDatabase(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    if (!isDatabaseAway(reason)) throw reason;
    log.warn({ err: reason }, 'database.unattended_rejection');
  });
}
