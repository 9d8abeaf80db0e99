import { shownValues } from '../templates/template-input.ts';
import type { ForecastBroadcast } from './broadcast.ts';
import { hintsIn } from './content.ts';
import type { Broadcast, BroadcastItem } from './schema.ts';
import type { BroadcastRow } from './store.ts';

export function viewBrief({ id, status, total_recipients }: BroadcastRow) {
  return { id, status, total_recipients };
}

/** Without hints the answer is that of the contract. */
export function viewCreated(row: BroadcastRow) {
  const hints = hintsIn(row);
  return { ...viewBrief(row), ...(hints.length > 0 && { hints }) };
}

export function viewItem(row: ForecastBroadcast): BroadcastItem {
  const { id, name, status, reason, device_uuid, total_recipients, sent_count, failed_count } = row;
  return {
    id,
    name,
    status,
    reason,
    device_uuid,
    type: row.type,
    media_id: row.type === 'text' ? null : row.file_id,
    total_recipients,
    sent_count,
    failed_count,
    recipients_by_status: {
      pending: total_recipients - sent_count - failed_count,
      sent: sent_count,
      failed: failed_count,
    },
    kept_count: row.kept_count,
    waits_for: status === 'running' ? row.waits_for : null,
    continues_at: status === 'running' && row.waits_for === 'quiet_hours' ? row.next_at.toISOString() : null,
    quiet_hours: row.quiet_hours,
    delay_min_seconds: row.delay_min_seconds,
    delay_max_seconds: row.delay_max_seconds,
    retry_of: row.retry_of,
    created_at: row.created_at.toISOString(),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    finish_expected_at: row.finish_expected_at?.toISOString() ?? null,
  };
}

export function viewBroadcast(row: ForecastBroadcast): Broadcast {
  const { template: message_template, approved } = row;
  if (!approved) return { ...viewItem(row), message_template };
  const { name, language, values } = approved;
  const template = { name, language, ...shownValues(Object.entries(values)) };
  return { ...viewItem(row), message_template, template };
}
