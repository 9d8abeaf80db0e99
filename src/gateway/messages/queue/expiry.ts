import { HOUR } from '../../../platform/lib/clock.ts';

/** A message that cannot be sent for this time expires. */
export const QUEUED_HOURS = 24;

export const expiryCutoff = (now: Date) => new Date(now.getTime() - QUEUED_HOURS * HOUR);

/** The provider sends most of the messages that it keeps back within an hour. Without a status they then fail. */
const KEPT_HOURS = 24;

export const keptUntil = (now: Date) => new Date(now.getTime() + KEPT_HOURS * HOUR);

/** How long a possibly written message waits for a status after its broadcast or its account was stopped. */
export const STATUS_WAIT_SECONDS = 60;
