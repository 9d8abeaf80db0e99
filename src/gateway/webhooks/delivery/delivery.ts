import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { type DeliveryKind, type DeliveryStatus, MAX_FAILURES, WARN_AT } from '../schema.ts';

/** Contract, Events rule 2: after each failed attempt. */
const RETRY_WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 1 * HOUR, 6 * HOUR] as const;

/** Jitter only lengthens a wait, because the contract gives the minimum. */
const JITTER = 0.1;

export interface Verdict {
  status: Extract<DeliveryStatus, 'pending' | 'delivered' | 'failed'>;
  retry_at: Date | null;
}

/** A test has one attempt, because its caller waits. */
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
  return { status: 'pending', retry_at: after(attempt, wait) };
}

/** When the gateway itself had no way out: as after the first failure. */
export const postponed = (attempt: { endedAt: Date; random: number }): Date =>
  after(attempt, RETRY_WAITS_MS[0]);

function after({ endedAt, random }: { endedAt: Date; random: number }, waitMs: number): Date {
  return new Date(endedAt.getTime() + Math.ceil(waitMs * (1 + JITTER * random)));
}

/** Contract, Events rule 1. */
export function is2xx(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

const MAX_FAILURE_TEXT = 200;

/** Our own text, without any text of the receiver. */
export function failureText(attempt: { status_code: number | null; error: string | null }): string {
  const { status_code, error } = attempt;
  if (status_code === null) return (error ?? 'request_failed').slice(0, MAX_FAILURE_TEXT);
  return `The endpoint answered ${status_code}. ${adviceFor(status_code)}`;
}

function adviceFor(statusCode: number): string {
  if (statusCode === 401) return 'Check the signature with the secret of this webhook.';
  if (statusCode >= 300 && statusCode < 400) return 'Redirects are not followed: register the final URL.';
  return 'Only 2xx is a receipt.';
}

export function warningAt(failureCount: number): number | null {
  if (failureCount >= MAX_FAILURES) return null;
  return WARN_AT.findLast((count) => count <= failureCount) ?? null;
}
