import { isDatabaseAway } from '../../lib/db/db.ts';
import type { Log } from '../../lib/log.ts';

/**
 * Keeps the process alive when the absence of the database rejects a promise without a handler. The job runner leaves
 * such a promise while it completes a job, and repeats the job later. Any other such rejection ends the process.
 */
export function surviveLostDatabase(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    if (!isDatabaseAway(reason)) throw reason;
    log.warn({ err: reason }, 'database.unattended_rejection');
  });
}
