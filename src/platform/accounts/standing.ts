import type { ApiErrorCode } from '../lib/error-codes.ts';
import type { Account } from './schema.ts';

/** With the age of the cache, still within a second. Most calls are faster and save the second check. */
const RECHECK_AFTER_MS = 90;

/** Null: the account may be used. */
export function standingProblem({ status }: Account): ApiErrorCode | null {
  return status === 'active' ? null : 'account_inactive';
}

/** Whether the check of a caller need not be repeated before its call has an effect. */
export function isRecent(checkedAt: number, now: Date): boolean {
  return Math.abs(now.getTime() - checkedAt) < RECHECK_AFTER_MS;
}
