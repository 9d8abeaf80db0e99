import type { Context } from '../../../context.ts';
import { findDeviceIds } from '../../../gateway/devices/device.ts';
import { lockKeysOf, revokeKeysOf } from '../../../platform/accounts/api-keys/api-key.ts';
import { isAtLeast } from '../../../platform/accounts/role.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { ApiErrorCode } from '../../../platform/lib/error-codes.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { pageOf, rangeOf } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { removeLinks } from '../links/link.ts';
import { endSessions } from '../sessions/session.ts';
import { assertMayGive, assertMayManage, lockForManager, type Manager } from './manager.ts';
import { noteRename } from './rename.ts';
import type { ChangeUser, ListUsers, UserStatus } from './schema.ts';
import type { UserRow } from './store.ts';
import * as store from './store.ts';

export type { UserRow } from './store.ts';
export const { countActiveOwners, findByEmail, setPassword } = store;

type Account = { id: number };

/** In the order of creation. */
export async function listUsers(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Account,
  {
    status = null,
    ...page
  }: Pick<ListUsers, 'page' | 'per_page'> & { status?: UserStatus | null | undefined },
) {
  const [users, total] = await Promise.all([
    store.listUsers(ctx.db, { accountId, status, ...rangeOf(page) }),
    store.countUsers(ctx.db, accountId, status),
  ]);
  return { users, page: pageOf(page, total) };
}

/** In any account. */
export const hasUsers = ({ db }: Pick<Context, 'db'>): Promise<boolean> => store.hasUsers(db);

/** ApiError user_not_found. */
export async function getUser(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Account,
  uuid: string,
  missing: ApiErrorCode = 'user_not_found',
): Promise<UserRow> {
  const user = isUuid(uuid) ? await store.findUser(ctx.db, { accountId, uuid }) : undefined;
  if (!user) throw new ApiError(missing);
  return user;
}

/**
 * Within a second. ApiError user_not_found, insufficient_role, own_user, last_owner; FieldErrors.
 */
export async function changeUser(
  ctx: Context,
  account: Account,
  manager: Manager,
  uuid: string,
  wish: ChangeUser,
): Promise<UserRow> {
  return ctx.db.transaction(async (tx) => {
    if (wish.revoke_api_keys) await lockKeysOf(tx, account);
    const present = await lockForManager(tx, account.id, manager);
    const user = await lockUser(tx, account, uuid);
    const changed = { ...user, ...decide(user, wish) };
    assertMayManage(present, user);
    assertMayGive(present, changed.role);
    if (present.id === user.id) assertUnchanged(user, changed);
    await keepAnOwner(tx, user, changed);
    if (changed.name !== user.name) await rename(tx, ctx, user, changed.name);
    await changeDevices(tx, user, changed, wish.device_uuids);
    await store.setRole(tx, changed);
    if (changed.status === 'disabled' && user.status !== 'disabled') await shutOut(tx, user.id);
    if (wish.revoke_api_keys) await revokeKeysOf(tx, ctx, user);
    // The maker of a link may not manage the new role.
    if (!isAtLeast(user.role, changed.role)) await removeLinks(tx, { userId: user.id });
    const after = await getUser({ db: tx }, account, uuid);
    await recordChanges(tx, ctx, user, after);
    return after;
  });
}

/** For the own name of a user. FieldErrors. */
export async function renameUser(
  tx: Tx,
  ctx: Context,
  account: Account,
  uuid: string,
  name: string,
): Promise<UserRow> {
  await store.lockUsers(tx, { accountId: account.id });
  const user = await lockUser(tx, account, uuid);
  if (name === user.name) return user;
  await rename(tx, ctx, user, name);
  const after = { ...user, name };
  await recordChanges(tx, ctx, user, after);
  return after;
}

/** With the users of the account locked. ApiError user_not_found. */
export async function lockUser(
  tx: Tx,
  account: Account,
  uuid: string,
  missing?: ApiErrorCode,
): Promise<UserRow> {
  const { id } = await getUser({ db: tx }, account, uuid, missing);
  await store.lockUser(tx, { id });
  // The user may have changed before the lock.
  return getUser({ db: tx }, account, uuid, missing);
}

/** FieldErrors for a taken e-mail or name. */
export async function assertFree(
  tx: Tx,
  identity: { accountId: number; email: string; name: string; userId: number | null },
): Promise<void> {
  const taken = await store.findTaken(tx, identity);
  const errors: Record<string, string[]> = {};
  if (taken.email) errors.email = ['is the e-mail of another user'];
  if (taken.name) errors.name = ['is the name of another user'];
  else if (taken.recent) errors.name = ['was the name of another user a minute ago, so wait a minute'];
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
}

/** Row ids of an agent's devices. FieldErrors. */
export async function findDevices(
  tx: Tx,
  account: Account,
  role: UserRow['role'],
  uuids: readonly string[],
): Promise<number[]> {
  if (role !== 'agent' && uuids.length > 0) {
    throw new FieldErrors({ device_uuids: ['only agents have devices, others see all'] });
  }
  const found = await findDeviceIds(tx, account, uuids);
  const errors: Record<string, string[]> = {};
  for (const [index, id] of found.entries()) {
    if (id === null) errors[`device_uuids.${index}`] = ['is no device of this account'];
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  return found.filter((id) => id !== null);
}

async function rename(tx: Tx, ctx: Context, user: UserRow, name: string): Promise<void> {
  const { account_id: accountId, id: userId, email } = user;
  await assertFree(tx, { accountId, userId, email, name });
  await store.setName(tx, { id: userId, name });
  await noteRename(tx, ctx, user);
}

function decide(user: UserRow, wish: ChangeUser): Pick<UserRow, 'name' | 'role' | 'status'> {
  const { name = user.name, role = user.role, status } = wish;
  if (status === undefined || status === user.status) return { name, role, status: user.status };
  if (status === 'disabled') return { name, role, status };
  if (user.status === 'invited') throw new FieldErrors({ status: ['the invitation is not accepted yet'] });
  // Without any way to log in, a link is needed again.
  return { name, role, status: user.has_password || user.has_logged_in ? 'active' : 'invited' };
}

function assertUnchanged(user: UserRow, changed: UserRow): void {
  if (user.role !== changed.role || user.status !== changed.status) throw new ApiError('own_user');
}

async function keepAnOwner(tx: Tx, user: UserRow, changed: UserRow): Promise<void> {
  const isActiveOwner = ({ role, status }: UserRow) => role === 'owner' && status === 'active';
  if (!isActiveOwner(user) || isActiveOwner(changed)) return;
  if ((await store.countActiveOwners(tx, user.account_id)) === 1) throw new ApiError('last_owner');
}

async function changeDevices(
  tx: Tx,
  user: UserRow,
  { role }: UserRow,
  uuids: readonly string[] | null | undefined,
): Promise<void> {
  const account = { id: user.account_id };
  const wanted = uuids ?? (role === 'agent' ? user.device_uuids : []);
  await store.setDevices(tx, account.id, user.id, await findDevices(tx, account, role, wanted));
}

/** Ends all sessions and links. */
export async function shutOut(tx: Tx, userId: number): Promise<void> {
  await endSessions(tx, userId);
  await removeLinks(tx, { userId });
}

async function recordChanges(tx: Tx, ctx: Context, before: UserRow, after: UserRow): Promise<void> {
  const { account_id: accountId, user_uuid: target } = after;
  const detail = {
    ...(before.name !== after.name && { name: after.name, previous_name: before.name }),
    ...(before.role !== after.role && { role: after.role, previous_role: before.role }),
    ...(String(before.device_uuids) !== String(after.device_uuids) && { device_uuids: after.device_uuids }),
  };
  const entry = { accountId, target };
  await record(tx, ctx, [
    ...(Object.keys(detail).length > 0 ? [{ ...entry, action: 'user.changed' as const, detail }] : []),
    ...(before.status === after.status ? [] : [{ ...entry, action: statusAction(after) }]),
  ]);
}

const statusAction = ({ status }: UserRow) =>
  status === 'disabled' ? ('user.disabled' as const) : ('user.enabled' as const);
