import type { Config } from '../config.ts';
import type { EngineKind } from '../engines/engine.ts';
import { DAY, HOUR, SECOND } from '../lib/clock.ts';
import { hourlyLimit, windowOf } from './runner/throttle.ts';

/** How fast a device gets through a broadcast. */
export interface Pace {
  /** Mean seconds from one recipient to the next. */
  delaySeconds: number;
  /** Recipients in any hour, by the time: what a number may do grows with its age. Null: no limit. At least 1. */
  hourlyLimitAt(at: Date): number | null;
}

/** The pace of a broadcast with these delays through a device, alone; one that was never paired is paired now. */
export function paceOf(
  config: Config,
  device: { engine: EngineKind; paired_at: Date | null },
  delays: { delay_min_seconds: number; delay_max_seconds: number },
  now: Date,
): Pace {
  const { engine, paired_at } = device;
  const meanSeconds = (delays.delay_min_seconds + delays.delay_max_seconds) / 2;
  return {
    // Without delays the engine sets the pace: what may wait for it is about what it sends in a second.
    delaySeconds: Math.max(meanSeconds, 1 / windowOf(engine, config)),
    hourlyLimitAt: (at) =>
      hourlyLimit(config.KURIR_BROADCAST_THROTTLE, { engine, paired_at: paired_at ?? now }, at),
  };
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
