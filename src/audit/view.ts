import type { AuditEntry } from './schema.ts';
import type { AuditRow } from './store.ts';

/** For customers: nothing about the machine of the operator. */
export function viewEntry(row: AuditRow): AuditEntry {
  const { happened_at, actor, actor_id, address, action, target, detail } = row;
  const actorId = actor === 'api_key' ? actor_id : null;
  return {
    at: happened_at.toISOString(),
    actor: { type: actor, id: actorId },
    address: actor === 'api_key' ? address : null,
    action,
    target,
    detail,
  };
}

/** For the operator, as columns of a table. */
export function viewForOperator(row: AuditRow) {
  const { id, happened_at, account_id, actor, actor_id, address, action, target, detail } = row;
  return { at: happened_at, account_id, actor, actor_id, address, action, target, detail, id };
}
