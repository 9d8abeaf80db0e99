import { HOUR } from '../../../platform/lib/clock.ts';

export const QUEUED_HOURS = 24;

export const expiryCutoff = (now: Date) => new Date(now.getTime() - QUEUED_HOURS * HOUR);

/** The provider sends most kept messages within an hour. Without a status they then fail. */
const KEPT_HOURS = 24;

export const keptUntil = (now: Date) => new Date(now.getTime() + KEPT_HOURS * HOUR);

/** The wait for a status of possibly written messages after a stop of broadcast or account. */
export const STATUS_WAIT_SECONDS = 60;
