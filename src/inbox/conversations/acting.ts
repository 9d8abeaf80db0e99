import type { Context } from '../../context.ts';
import type { StaffCaller } from '../../platform/accounts/account.ts';
import { type AuditAction, type Detail, record } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';

export interface Calling {
  /** Null: a key. */
  staff: StaffCaller | null;
}

/** FieldErrors when staff gives a name: users act under their own. */
export function actorOf({ staff }: Calling, given: string | undefined): string {
  if (staff === null) return given ?? 'api';
  if (given !== undefined) throw new FieldErrors({ actor: ['must be missing: you act under your own name'] });
  return staff.name;
}

/** Why the owner changes. */
export const reasonOf = ({ actor }: Pick<Context, 'actor'>) => (actor.type === 'user' ? 'inbox' : 'api');

/** In the act's transaction. Acts of keys are only in the timeline. `target`: public id. */
export async function recordAct(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'now'>,
  { id: accountId }: { id: number },
  { action, target, detail = {} }: { action: AuditAction; target: string; detail?: Detail },
): Promise<void> {
  if (ctx.actor.type === 'user') await record(tx, ctx, [{ action, accountId, target, detail }]);
}
