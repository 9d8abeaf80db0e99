import { isOfAccount, viewActor } from '../lib/actor-view.ts';
import type { AuditEntry } from './schema.ts';
import type { AuditRow } from './store.ts';

/** For customers: nothing about the machine of the operator. */
export function viewEntry(row: AuditRow): AuditEntry {
  const { happened_at, actor, address, action, target, detail } = row;
  return {
    at: happened_at.toISOString(),
    actor: viewActor(row),
    address: isOfAccount(actor) ? address : null,
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
