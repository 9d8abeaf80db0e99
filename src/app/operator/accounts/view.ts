import type { AccountDetail, AccountRow } from './accounts.ts';
import type { OperatorAccount, OperatorAccountDetail } from './schema.ts';

export function viewAccount(row: AccountRow): OperatorAccount {
  const { id, name, status, kind, plan, country_code, unresolved, created_at, storage_used } = row;
  const { period, messages_sent, api_calls, devices, last_activity_at } = row;
  return {
    id,
    name,
    status,
    kind,
    plan: plan.name,
    country_code,
    unresolved,
    created_at: created_at.toISOString(),
    usage: { period, messages_sent, messages_quota: plan.monthly_quota, api_calls },
    devices: { provisioned: 0, qr_pending: 0, connected: 0, disconnected: 0, banned: 0, ...devices },
    storage_used,
    storage_bytes: plan.storage_bytes,
    last_activity_at: last_activity_at?.toISOString() ?? null,
  };
}

/** `own` is the account of the caller. */
export function viewDetail(row: AccountDetail, own: { id: number }): OperatorAccountDetail {
  const { active_owners, open_work, suspension } = row;
  return {
    ...viewAccount(row),
    max_devices: row.plan.max_devices,
    active_owners,
    open_work,
    suspension: suspension && { since: suspension.since.toISOString(), reason: suspension.reason },
    is_own: row.id === own.id,
  };
}
