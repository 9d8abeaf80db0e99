export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Later dates mean "no end"; in milliseconds. */
export const END_OF_CALENDAR = Date.parse('9999-12-31T00:00:00Z');
