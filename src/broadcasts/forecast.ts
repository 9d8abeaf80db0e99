import type { Config } from '../config.ts';
import type { EngineKind } from '../engines/kinds.ts';
import { DAY, END_OF_CALENDAR, HOUR, SECOND } from '../lib/clock.ts';
import { type Limit, limitAt, windowOf } from './runner/throttle.ts';

/** What a broadcast has still to do. */
export interface Load {
  /** Recipients that have not come to their turn. */
  remaining: number;
  delay_min_seconds: number;
  delay_max_seconds: number;
}

/**
 * When the last recipient of a broadcast is likely to be written to, if the first is at `from`; `from` itself when there is none. `others` are the
 * broadcasts of its device that run now: while it lasts, each of them is taken to have as many recipients written to, or fewer when its own delays
 * are longer. Until `from` they have the device to themselves since `othersSince`. A device that was never paired is taken to be paired then.
 */
export function forecast(
  config: Config,
  device: { engine: EngineKind; paired_at: Date | null },
  own: Load,
  others: readonly Load[],
  { from, othersSince = from }: { from: Date; othersSince?: Date },
): Date {
  const { engine, paired_at } = device;
  const ofDevice = (at: Date) =>
    limitAt(config.KURIR_BROADCAST_THROTTLE, { engine, paired_at: paired_at ?? othersSince }, at);
  // Without delays the engine sets the pace: what may wait for it is about what it sends in a second.
  const shortest = 1 / windowOf(engine, config);
  const throttled = HOUR / SECOND / (ofDevice(from).perHour ?? Infinity);
  const alone = (load: Load) => Math.max(meanDelay(load), shortest, throttled);

  const waitSeconds = (from.getTime() - othersSince.getTime()) / SECOND;
  const between = others.map((other) => {
    const left = Math.max(0, other.remaining - waitSeconds / alone(other));
    return Math.min(left, own.remaining * Math.min(1, alone(own) / alone(other)));
  });
  const all = between.reduce((sum, each) => sum + each, own.remaining);
  const share = own.remaining > 0 ? own.remaining / all : 1;
  return forecastFinish(
    own.remaining,
    {
      delaySeconds: Math.max(meanDelay(own), shortest / share),
      limitAt(at) {
        const { perHour, until } = ofDevice(at);
        return { perHour: perHour === null ? null : perHour * share, until };
      },
    },
    from,
  );
}

const meanDelay = (load: Load) => (load.delay_min_seconds + load.delay_max_seconds) / 2;

/** How fast a device gets through a broadcast. */
export interface Pace {
  /** Mean seconds from one recipient to the next. */
  delaySeconds: number;
  /** Recipients in any hour, by the time: what a number may do grows with its age. */
  limitAt(at: Date): Limit;
}

/**
 * When the last of so many recipients is written to at this pace. Takes the limits as they are at the beginning of each day, and the past hour as
 * unused.
 */
export function forecastFinish(remaining: number, pace: Pace, from: Date): Date {
  const delayMs = pace.delaySeconds * SECOND;
  const after = (startMs: number, ms: number) => new Date(Math.min(END_OF_CALENDAR, startMs + ms));
  let at = from.getTime();
  // The first one waits for nobody.
  let waits = Math.max(0, remaining - 1);
  for (;;) {
    const { perHour, until } = pace.limitAt(new Date(at));
    // The delays alone keep it below the limit.
    if (perHour === null || perHour * delayMs >= HOUR) return after(at, waits * delayMs);
    const days = until ? Math.max(1, Math.ceil((until.getTime() - at) / DAY)) : Infinity;
    const perStep = (perHour * days * DAY) / HOUR;
    if (waits < perStep) return after(at, Math.floor(waits / perHour) * HOUR + (waits % perHour) * delayMs);
    waits -= perStep;
    at += days * DAY;
  }
}
