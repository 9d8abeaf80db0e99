import { isDatabaseAway } from '../../lib/db/db.ts';
import type { Log } from '../../lib/log.ts';

/**
 * Keeps the process alive when a library leaves a promise unattended that the absence of the database rejects (the job runner does, for a
 * job that it was just completing; it repeats the job). Anything else unattended is a fault of ours and ends the process, as always.
 */
export function surviveLostDatabase(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    if (!isDatabaseAway(reason)) throw reason;
    log.warn({ err: reason }, 'database.unattended_rejection');
  });
}
