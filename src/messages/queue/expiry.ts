import { HOUR } from '../../lib/clock.ts';

/** A message that cannot be sent for this time expires. */
export const QUEUED_HOURS = 24;

export const expiryCutoff = (now: Date) => new Date(now.getTime() - QUEUED_HOURS * HOUR);

/** How long a possibly written message that is not sent again waits for a status. */
export const STATUS_WAIT_SECONDS = 60;
