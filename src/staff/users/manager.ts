import { isAtLeast, type Role } from '../../accounts/role.ts';
import type { Tx } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import * as store from './store.ts';

/** Who changes users. */
export interface Manager {
  /** Row id of the user. Null: the operator. */
  id: number | null;
  role: Role;
}

export const OPERATOR: Manager = { id: null, role: 'owner' };

/** Locks the users of the account. Answers the manager with the present role. ApiError insufficient_role. */
export async function lockForManager(tx: Tx, accountId: number, manager: Manager): Promise<Manager> {
  await store.lockUsers(tx, accountId);
  if (manager.id === null) return manager;
  // The session of a request is up to a second old.
  const present = await store.findManager(tx, manager.id);
  if (present?.status !== 'active' || !isAtLeast(present.role, 'admin')) {
    throw new ApiError('insufficient_role');
  }
  return { id: manager.id, role: present.role };
}

/** Only owners make owners, and change them. ApiError insufficient_role. */
export function assertMayManage(manager: Manager, ...roles: Role[]): void {
  if (roles.some((role) => !isAtLeast(manager.role, role))) throw new ApiError('insufficient_role');
}
