import type { Pause } from '../../engines/engine.ts';
import { MINUTE } from '../../lib/clock.ts';
import type { Pace } from './pace.ts';

/** A message that the provider has taken, and that has to show whether others may go out. */
export interface Probe {
  messageId: number;
  takenAt: number;
}

/** What keeps all messages of a device back. All times in milliseconds. */
export interface Hold {
  /** The provider is busy: nothing goes out for so long. */
  pause(now: number, ms: number): void;
  /** The provider holds the number back: nothing goes out until then, and after that one message at a time, until `release`. */
  restrict(now: number, until: number): void;
  /** The number is not held back any more. */
  release(): void;
  /** How many messages may go out now. */
  room(now: number): number;
  /** Until one may; 0 when one may, or when it depends on the one before. */
  waitMs(now: number): number;
  /** Whether this message may go out now; it keeps the only place there may be until `letGo`. */
  admits(messageId: number, now: number): boolean;
  /** The provider has taken the message. */
  taken(messageId: number, now: number): void;
  /** The message is not in our hands any more: unless it was taken, another one may go out in its place. */
  letGo(messageId: number): void;
  probe(): Probe | null;
  /** This probe has shown nothing: another one may go out. */
  drop(probe: Probe): void;
}

/** A provider that is busy, or holds a number back, is not asked again for longer than this. */
const LONGEST_MS = 30 * MINUTE;

export function createHold(): Hold {
  let pausedUntil = 0;
  let restrictedUntil: number | null = null;
  /** The message that is in our hands while the number is held back. */
  let tried: number | null = null;
  let probe: Probe | null = null;

  const waitMs = (now: number) => Math.max(0, pausedUntil - now, (restrictedUntil ?? 0) - now);
  const restrictTo = (until: number | null) => {
    restrictedUntil = until;
    tried = null;
    probe = null;
  };

  return {
    waitMs,

    pause(now, ms) {
      pausedUntil = Math.max(pausedUntil, now + Math.min(ms, LONGEST_MS));
    },

    restrict: (now, until) => restrictTo(Math.min(until, now + LONGEST_MS)),

    release: () => restrictTo(null),

    room(now) {
      if (waitMs(now) > 0) return 0;
      if (restrictedUntil === null) return Number.POSITIVE_INFINITY;
      return tried === null && probe === null ? 1 : 0;
    },

    admits(messageId, now) {
      if (waitMs(now) > 0) return false;
      if (restrictedUntil === null) return true;
      if (probe !== null) return false;
      tried ??= messageId;
      return tried === messageId;
    },

    taken(messageId, now) {
      if (tried !== messageId) return;
      tried = null;
      probe = { messageId, takenAt: now };
    },

    letGo(messageId) {
      if (tried === messageId) tried = null;
    },

    probe: () => probe,

    drop(dropped) {
      if (probe === dropped) probe = null;
    },
  };
}

/** Keeps back what a provider wants to be left alone with; answers how long the message that met it is to be put off besides. */
export function holdBack(
  { hold, pace }: { hold: Hold; pace: Pace | null },
  phone: string,
  { scope, ms }: Pause,
  now: number,
): number {
  switch (scope) {
    case 'message':
      return ms;
    case 'recipient':
      pace?.holdRecipient(phone, now + ms);
      return ms;
    case 'device':
      hold.pause(now, ms);
      return 0;
    case 'restriction':
      hold.restrict(now, now + ms);
      return 0;
    default:
      return scope satisfies never;
  }
}
