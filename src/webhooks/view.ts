import type { WebhookItem } from './schema.ts';
import type { WebhookRow } from './store.ts';

export function viewWebhook(row: WebhookRow): WebhookItem {
  const { id, url, events, status, failure_count, disabled_at, created_at } = row;
  return {
    id,
    url,
    events,
    status,
    failure_count,
    disabled_at: disabled_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
