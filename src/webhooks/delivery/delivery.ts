import { HOUR, MINUTE, SECOND } from '../../lib/clock.ts';
import type { DeliveryKind, DeliveryStatus } from '../schema.ts';

/** Contract, Events rule 2: the waits after the first, second, ... failed attempt. */
const RETRY_WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 1 * HOUR, 6 * HOUR];

/** Contract, Events rule 4: so many failures in total disable a webhook. */
export const MAX_FAILURES = 10;

/** Failures at which somebody should look at the endpoint before it is disabled. */
const WARN_AT = [5, 7, 9];

/** Waits only ever grow, so that none is shorter than the contract says. */
const JITTER = 0.1;

export interface Verdict {
  status: Extract<DeliveryStatus, 'pending' | 'delivered' | 'failed'>;
  retry_at: Date | null;
}

/**
 * What one attempt makes of its delivery. `number` counts from 1; `random` is between 0 and 1. Who tries out an endpoint waits for the answer:
 * a test is attempted once. Whether the failure disables the webhook is decided where failures are counted, because attempts fail side by side.
 */
export function judgeAttempt(attempt: {
  kind: DeliveryKind;
  number: number;
  ok: boolean;
  endedAt: Date;
  random: number;
}): Verdict {
  if (attempt.ok) return { status: 'delivered', retry_at: null };
  const wait = attempt.kind === 'test' ? undefined : RETRY_WAITS_MS[attempt.number - 1];
  if (wait === undefined) return { status: 'failed', retry_at: null };
  const jittered = wait * (1 + JITTER * attempt.random);
  return { status: 'pending', retry_at: new Date(attempt.endedAt.getTime() + Math.ceil(jittered)) };
}

/** Contract, Events rule 1: any 2xx is a receipt, anything else is not. */
export function isReceipt(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** The last warning that so many failures have passed, null before the first; disabled is no warning any more. */
export function warningAt(failureCount: number): number | null {
  if (failureCount >= MAX_FAILURES) return null;
  return WARN_AT.findLast((count) => count <= failureCount) ?? null;
}
