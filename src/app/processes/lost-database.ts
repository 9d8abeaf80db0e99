import { isDatabaseUnavailable } from '../../platform/lib/db/unavailable.ts';
import type { Log } from '../../platform/lib/log.ts';

/**
 * The job runner leaves a rejection without a handler when the database is unavailable, and repeats the job. Any other
 * such rejection ends the process.
 */
export function surviveLostDatabase(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    if (!isDatabaseUnavailable(reason)) throw reason;
    log.warn({ err: reason }, 'database.unattended_rejection');
  });
}
