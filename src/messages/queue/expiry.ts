import { HOUR } from '../../lib/clock.ts';

/** A message that cannot be sent for this time expires. */
export const QUEUED_HOURS = 24;

export const expiryCutoff = (now: Date) => new Date(now.getTime() - QUEUED_HOURS * HOUR);
