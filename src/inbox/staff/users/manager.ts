import type { StaffCaller } from '../../../platform/accounts/account.ts';
import { isAtLeast, type Rank, type Role } from '../../../platform/accounts/role.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { lockCaller } from '../sessions/session.ts';
import * as store from './store.ts';

/** Who changes users. */
export interface Manager extends Rank {
  /** Null: the operator. */
  id: number | null;
  /** Null: the operator. */
  sessionId: number | null;
  /** Missing: as staff of the account. */
  as?: 'operator';
}

export const OPERATOR: Manager = { id: null, sessionId: null, role: 'owner', isOperator: true };

/** Acts on any account, like the command line. */
export function operatorManager({ id, sessionId }: StaffCaller): Manager {
  return { ...OPERATOR, id, sessionId, as: 'operator' };
}

/** Locks users, and reads the manager again. ApiError login_required, insufficient_role. */
export async function lockForManager(tx: Tx, accountId: number, manager: Manager): Promise<Manager> {
  const { id, sessionId } = manager;
  await store.lockUsers(tx, { accountId });
  if (id === null || sessionId === null) return manager;
  const rank = await lockCaller(tx, { id, sessionId }, manager.as ?? 'admin');
  return manager.as === 'operator' ? manager : { ...manager, ...rank };
}

/** Only owners make owners. ApiError insufficient_role. */
export function assertMayGive(manager: Manager, role: Role): void {
  if (!isAtLeast(manager.role, role)) throw new ApiError('insufficient_role');
}

/**
 * Only owners change owners, operators operators: a reset allows a log-in as the user. ApiError
 * insufficient_role.
 */
export function assertMayManage(manager: Manager, user: { role: Role; is_operator: boolean }): void {
  assertMayGive(manager, user.role);
  if (user.is_operator && !manager.isOperator) throw new ApiError('insufficient_role');
}
