import { warningAt } from './delivery/delivery.ts';
import { MAX_FAILURES, type WebhookEnabled, type WebhookItem } from './schema.ts';
import type { WebhookRow } from './store.ts';

export function viewWebhook(row: WebhookRow, now: Date): WebhookItem {
  const { id, url, events, device_uuids, status, failure_count, failing_since, last_error } = row;
  const { disabled_at, created_at, previous_secret_until } = row;
  const isOverlap = previous_secret_until !== null && previous_secret_until > now;
  return {
    id,
    url,
    events,
    device_uuids,
    status,
    failure_count,
    failures_left: status === 'disabled' ? 0 : Math.max(0, MAX_FAILURES - failure_count),
    warning: warningOf(row),
    failing_since: failing_since?.toISOString() ?? null,
    last_error,
    disabled_at: disabled_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    previous_secret_until: isOverlap ? previous_secret_until.toISOString() : null,
  };
}

export function viewEnabled(
  { webhook, queued, missedSince }: { webhook: WebhookRow; queued: number; missedSince: Date | null },
  now: Date,
): WebhookEnabled {
  return { ...viewWebhook(webhook, now), queued, missed_since: missedSince?.toISOString() ?? null };
}

function warningOf({ status, failure_count }: WebhookRow): string | null {
  const failures = `${failure_count} of ${MAX_FAILURES} failures`;
  if (status === 'disabled') {
    if (failure_count < MAX_FAILURES)
      return 'Switched off. Enable the webhook, then replay the missed events.';
    return `Disabled after ${failures}. Start or fix the receiver, then enable the webhook.`;
  }
  return warningAt(failure_count) === null
    ? null
    : `${failures}: at ${MAX_FAILURES} the webhook is disabled.`;
}
