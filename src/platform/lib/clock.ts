export interface Clock {
  now(): Date;
}

/** For waits in memory: a system clock that is set does not change it. */
export interface Uptime {
  uptimeMs(): number;
}

export const systemClock: Clock & Uptime = { now: () => new Date(), uptimeMs: () => performance.now() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const daysAgo = ({ now }: Clock, days: number): Date => new Date(now().getTime() - days * DAY);

/** Later dates mean "no end"; in milliseconds. */
export const END_OF_CALENDAR = Date.parse('9999-12-31T00:00:00Z');
