import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';

/** By attempt. None follows the last wait. */
const WAITS_MS: readonly number[] = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

const ATTEMPTS = WAITS_MS.length + 1;

/** An attempt that ends with its process counts, without a result. */
export const isOneTooMany = (attempts: number) => attempts > ATTEMPTS;

/** The attempt does not count. */
export const STORAGE_WAIT_MS = 30 * SECOND;

/** Null: the file is not fetched any more. */
export function nextAttempt(failure: { final: boolean }, attempts: number, now: Date): Date | null {
  const waitMs = failure.final ? undefined : WAITS_MS[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}
