import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';

const RETRY_WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;

const FEW_WAITS_MS = [30 * SECOND, 10 * MINUTE] as const;

/** Null when all attempts are used. */
export function nextAttempt(attempts: number, now: Date, fewTries = false): Date | null {
  const wait = (fewTries ? FEW_WAITS_MS : RETRY_WAITS_MS)[attempts];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
