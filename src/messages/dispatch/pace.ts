import { MINUTE, SECOND } from '../../lib/clock.ts';

/** What a provider takes of one number. */
export interface PaceLimits {
  /** Messages in any second. */
  perSecond: number;
  /** To one recipient: so many at once, and one more after each interval. */
  recipient: { burst: number; intervalMs: number };
}

/** How fast one device may send. All times in milliseconds. */
export interface Pace {
  /** How many messages may go out now. */
  room(now: number): number;
  /** Until there is room again; 0 when there is. */
  waitMs(now: number): number;
  /** Counts a message that goes out. */
  take(now: number): void;
  /** The turn of a message to this recipient, which is counted: how long it has to wait for it. The same message keeps its turn. */
  turn(messageId: number, recipient: string, now: number): number;
  /** Nothing goes out for so long. */
  pause(now: number, ms: number): void;
  /** It may go on at once. */
  resume(): void;
}

/** Of a second's messages so many may go out at once; the rest of them is spread, so that no second ever has more. */
const BURST_SHARE = 1 / 8;
/** More recipients than these are gone through for such as may have all at once again. */
const MANY_RECIPIENTS = 10_000;
/** A provider that says it is busy is not asked again for longer than this. */
const LONGEST_PAUSE_MS = 30 * MINUTE;

/** Lets through what the limits allow, and nothing that would have to be refused. */
export function createPace({ perSecond, recipient }: PaceLimits): Pace {
  const burst = Math.max(1, Math.floor(perSecond * BURST_SHARE));
  const intervalMs = SECOND / Math.max(1, perSecond - burst);
  /** When the whole burst is there again: counting times instead of fractions keeps it exact. */
  let fullAt = 0;
  let pausedUntil = 0;
  /** By recipient, when the whole burst is there again. */
  const recipients = new Map<string, number>();
  /** By message, when the turn is that it waits for. */
  const turns = new Map<number, number>();

  const missing = (now: number) => Math.max(0, fullAt - now) / intervalMs;
  const room = (now: number) => (now < pausedUntil ? 0 : Math.floor(burst - missing(now)));

  function forgetIdle(now: number): void {
    for (const [phone, full] of recipients) if (full <= now) recipients.delete(phone);
  }

  return {
    room,

    waitMs(now) {
      if (now < pausedUntil) return pausedUntil - now;
      return Math.max(0, Math.ceil(fullAt - now - (burst - 1) * intervalMs));
    },

    take(now) {
      fullAt = Math.max(fullAt, now) + intervalMs;
    },

    turn(messageId, phone, now) {
      const given = turns.get(messageId);
      if (given !== undefined && given > now) return given - now;
      turns.delete(messageId);
      if (given !== undefined) return 0;
      if (recipients.size > MANY_RECIPIENTS) forgetIdle(now);
      const full = recipients.get(phone) ?? 0;
      const at = Math.max(now, full - (recipient.burst - 1) * recipient.intervalMs);
      recipients.set(phone, Math.max(full, now) + recipient.intervalMs);
      if (at > now) turns.set(messageId, at);
      return at - now;
    },

    pause(now, ms) {
      pausedUntil = Math.max(pausedUntil, now + Math.min(ms, LONGEST_PAUSE_MS));
    },

    resume() {
      pausedUntil = 0;
    },
  };
}
