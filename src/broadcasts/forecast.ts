import { DAY, HOUR, SECOND } from '../lib/clock.ts';

/** How fast a device gets through a broadcast. */
export interface Pace {
  /** Mean seconds from one recipient to the next. */
  delaySeconds: number;
  /** Recipients in any hour, by the time: what a number may do grows with its age. Null: no limit. At least 1. */
  hourlyLimitAt(at: Date): number | null;
}

/**
 * When the last of so many recipients is written to, if the first is at `from` and nothing comes in between; `from` itself when there is none.
 * Takes the limits as they are at the beginning of each day, and the past hour as unused.
 */
export function forecastFinish(remaining: number, pace: Pace, from: Date): Date {
  const delayMs = pace.delaySeconds * SECOND;
  let at = from.getTime();
  // The first one waits for nobody.
  let waits = Math.max(0, remaining - 1);
  for (;;) {
    const limit = pace.hourlyLimitAt(new Date(at));
    // The delays alone keep it below the limit.
    if (limit === null || limit * delayMs >= HOUR) return new Date(at + waits * delayMs);
    const perDay = (limit * DAY) / HOUR;
    if (waits < perDay) return new Date(at + Math.floor(waits / limit) * HOUR + (waits % limit) * delayMs);
    waits -= perDay;
    at += DAY;
  }
}
