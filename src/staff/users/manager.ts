import { isAtLeast, type Role } from '../../accounts/role.ts';
import type { Tx } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import { lockCaller } from '../sessions/session.ts';
import * as store from './store.ts';

/** Who changes users. */
export interface Manager {
  /** Row id of the user. Null: the operator. */
  id: number | null;
  /** Row id of the log-in session. Null: the operator. */
  sessionId: number | null;
  role: Role;
}

export const OPERATOR: Manager = { id: null, sessionId: null, role: 'owner' };

/** Locks the users of the account. Answers the manager as it is now. ApiError login_required, insufficient_role. */
export async function lockForManager(tx: Tx, accountId: number, manager: Manager): Promise<Manager> {
  const { id, sessionId } = manager;
  await store.lockUsers(tx, accountId);
  if (id === null || sessionId === null) return manager;
  return { ...manager, role: await lockCaller(tx, { id, sessionId }, 'admin') };
}

/** Only owners make owners, and change them. ApiError insufficient_role. */
export function assertMayManage(manager: Manager, ...roles: Role[]): void {
  if (roles.some((role) => !isAtLeast(manager.role, role))) throw new ApiError('insufficient_role');
}
