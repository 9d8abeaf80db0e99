import type { DeliveryDetail, DeliveryItem } from './delivery-schema.ts';
import type { AutomationMark, DeliveredType, DeliveryKind, DeliveryStatus } from './schema.ts';

export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: string;
  event: DeliveredType;
  kind: DeliveryKind;
  status: DeliveryStatus;
  attempts: number;
  /** An attempt is in flight, or its process has died. */
  is_claimed: boolean;
  next_attempt_at: Date;
  created_at: Date;
  settled_at: Date | null;
}

export interface DeliveryWithBody extends DeliveryRow {
  body: string;
}

export interface ListedDelivery extends DeliveryRow {
  last_number: number | null;
  last_started_at: Date | null;
  last_duration_ms: number | null;
  last_status_code: number | null;
  last_error: string | null;
  last_automation: AutomationMark | null;
}

export interface AttemptRow {
  number: number;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response: string | null;
  automation: AutomationMark | null;
}

export function viewDelivery(row: ListedDelivery): DeliveryItem {
  const { last_number, last_started_at, last_duration_ms, last_status_code, last_error, last_automation } =
    row;
  const last_attempt =
    last_number === null || last_started_at === null || last_duration_ms === null
      ? null
      : {
          number: last_number,
          started_at: last_started_at.toISOString(),
          duration_ms: last_duration_ms,
          status_code: last_status_code,
          error: last_error,
          automation: last_automation,
        };
  return { ...viewFields(row), last_attempt };
}

export function viewDeliveryDetail(row: DeliveryWithBody, attempts: readonly AttemptRow[]): DeliveryDetail {
  return {
    ...viewFields(row),
    attempts: attempts.map((attempt) => ({ ...attempt, started_at: attempt.started_at.toISOString() })),
    body: row.body,
  };
}

function viewFields(row: DeliveryRow) {
  const { id, webhook_id, event_id, event, kind, status, attempts, is_claimed } = row;
  // While an attempt is in flight, the column has the end of the lease.
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
