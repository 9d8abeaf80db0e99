import type { DeliveryDetail, DeliveryItem } from './schema.ts';
import type { AttemptRow, DeliveryRow, DeliveryWithBody, ListedDelivery } from './store.ts';

/** One item of the log. */
export function viewDelivery(row: ListedDelivery): DeliveryItem {
  const { last_number, last_started_at, last_duration_ms, last_status_code, last_error } = row;
  const last_attempt =
    last_number === null || last_started_at === null || last_duration_ms === null
      ? null
      : {
          number: last_number,
          started_at: last_started_at.toISOString(),
          duration_ms: last_duration_ms,
          status_code: last_status_code,
          error: last_error,
        };
  return { ...viewFields(row), last_attempt };
}

/** A delivery with all that became of it. */
export function viewDeliveryDetail(row: DeliveryWithBody, attempts: readonly AttemptRow[]): DeliveryDetail {
  return {
    ...viewFields(row),
    attempts: attempts.map((attempt) => ({ ...attempt, started_at: attempt.started_at.toISOString() })),
    body: row.body,
  };
}

function viewFields(row: DeliveryRow) {
  const { id, webhook_id, event_id, event, kind, status, attempts, is_claimed } = row;
  // Of a claimed one it is the end of the claim, which is nobody's business.
  const isDue = status === 'pending' && !is_claimed;
  return {
    id,
    webhook_id,
    event_id,
    event,
    kind,
    status,
    attempt_count: attempts,
    next_attempt_at: isDue ? row.next_attempt_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}
