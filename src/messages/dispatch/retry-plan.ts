import { MINUTE, SECOND } from '../../lib/clock.ts';

/** Waits after a failure that may pass, one per attempt (DESIGN: state and faults). */
const RETRY_WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;

/** Of a failure that passes soon or not at all: long enough for a short outage. */
const FEW_WAITS_MS = [30 * SECOND, 10 * MINUTE] as const;

/** When to try again after `attempts` earlier failures, or null when it was tried often enough; `fewTries`: twice is enough. */
export function nextAttempt(attempts: number, now: Date, fewTries = false): Date | null {
  const wait = (fewTries ? FEW_WAITS_MS : RETRY_WAITS_MS)[attempts];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
