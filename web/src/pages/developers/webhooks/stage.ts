/**
 * How near a webhook is to its end: ten failures disable it, with warnings at five, seven and nine. One that fails now
 * is a warning from its first failure on.
 */
export type Stage = 'good' | 'counting' | 'warning' | 'urgent' | 'disabled';

const WARN_AT = 5;
const URGENT_LEFT = 3;

export function stageOf(webhook: {
  status: 'enabled' | 'disabled';
  failure_count: number;
  failures_left: number;
  last_error: string | null;
}): Stage {
  const { status, failure_count, failures_left, last_error } = webhook;
  if (status === 'disabled') return 'disabled';
  if (failure_count >= WARN_AT) return failures_left <= URGENT_LEFT ? 'urgent' : 'warning';
  if (last_error !== null) return 'warning';
  return failure_count > 0 ? 'counting' : 'good';
}
