import type { Config } from '../../config.ts';
import { DAY, END_OF_CALENDAR, HOUR, SECOND } from '../../platform/lib/clock.ts';
import type { EngineKind } from '../engines/kinds.ts';
import type { DailyPace } from './messaging-limit/messaging-limit.ts';
import { afterSending, type QuietHours, quietUntil } from './quiet-hours/quiet-hours.ts';
import { backlogLimitOf } from './runner/backlog-limit.ts';
import { type Limit, limitAt } from './runner/throttle.ts';

export interface RemainingWork {
  remaining: number;
  delay_min_seconds: number;
  delay_max_seconds: number;
}

interface Start {
  from: Date;
  othersSince?: Date;
  daily?: DailyPace | null;
  quiet?: QuietHours | null;
}

/**
 * The last message, when the first leaves at `from`. `others` running broadcasts share the device, each limited by its
 * delays. Between `othersSince` and `from` they have it alone. A device never paired counts as paired at `othersSince`.
 * `daily`: all recipients count for the portfolio's limit.
 */
export function forecast(
  config: Config,
  device: { engine: EngineKind; paired_at: Date | null },
  own: RemainingWork,
  others: readonly RemainingWork[],
  { from, othersSince = from, daily = null, quiet = null }: Start,
): Date {
  const { engine, paired_at } = device;
  const deviceLimitAt = (at: Date) =>
    limitAt(config.KURIR_BROADCAST_THROTTLE, { engine, paired_at: paired_at ?? othersSince }, at);
  // Without delays the engine sets the speed: about its backlog limit per second.
  const engineDelay = 1 / backlogLimitOf(engine, config);
  const throttleDelay = HOUR / SECOND / (deviceLimitAt(from).perHour ?? Infinity);
  const delayAlone = (work: RemainingWork) => Math.max(meanDelay(work), engineDelay, throttleDelay);

  const waitSeconds = (from.getTime() - othersSince.getTime()) / SECOND;
  const messagesBetween = others.map((other) => {
    const left = Math.max(0, other.remaining - waitSeconds / delayAlone(other));
    return Math.min(left, own.remaining * Math.min(1, delayAlone(own) / delayAlone(other)));
  });
  const total = messagesBetween.reduce((sum, each) => sum + each, own.remaining);
  const share = own.remaining > 0 ? own.remaining / total : 1;
  const speed: BroadcastSpeed = {
    delaySeconds: Math.max(meanDelay(own), engineDelay / share),
    limitAt(at) {
      const { perHour, until } = deviceLimitAt(at);
      return { perHour: perHour === null ? null : perHour * share, until };
    },
  };
  const sendingMs = forecastFinish(own.remaining, speed, from).getTime() - from.getTime();
  const finish = afterSending(quiet, from, sendingMs);
  const limited = daily && forecastDays(total, speed, { ...daily, from });
  return limited && limited > finish ? (quietUntil(quiet, limited) ?? limited) : finish;
}

/** People count for 24 hours: those of a day make room for as many on the next. */
function forecastDays(
  total: number,
  speed: BroadcastSpeed,
  { perDay, leftNow, from }: DailyPace & { from: Date },
) {
  const later = total - leftNow;
  if (later <= 0) return from;
  const days = perDay > 0 ? Math.ceil(later / perDay) : Infinity;
  const start = from.getTime() + days * DAY;
  if (start >= END_OF_CALENDAR) return new Date(END_OF_CALENDAR);
  return forecastFinish(Math.ceil(later - (days - 1) * perDay), speed, new Date(start));
}

const meanDelay = (work: RemainingWork) => (work.delay_min_seconds + work.delay_max_seconds) / 2;

export interface BroadcastSpeed {
  /** Mean. */
  delaySeconds: number;
  /** Recipients in any hour; grows with the age of the number. */
  limitAt(at: Date): Limit;
}

/** Takes the limits at the start of each day, and counts the past hour as unused. */
export function forecastFinish(remaining: number, speed: BroadcastSpeed, from: Date): Date {
  const delayMs = speed.delaySeconds * SECOND;
  const after = (startMs: number, ms: number) => new Date(Math.min(END_OF_CALENDAR, startMs + ms));
  let at = from.getTime();
  let waits = Math.max(0, remaining - 1);
  for (;;) {
    const { perHour, until } = speed.limitAt(new Date(at));
    // The delays alone keep the broadcast below the limit.
    if (perHour === null || perHour * delayMs >= HOUR) return after(at, waits * delayMs);
    const days = until ? Math.max(1, Math.ceil((until.getTime() - at) / DAY)) : Infinity;
    const perStep = (perHour * days * DAY) / HOUR;
    if (waits < perStep) return after(at, Math.floor(waits / perHour) * HOUR + (waits % perHour) * delayMs);
    waits -= perStep;
    at += days * DAY;
  }
}
