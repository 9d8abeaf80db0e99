import type { Context } from '../../../context.ts';
import { type AuditAction, type Detail, record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { issueLink, type Link } from '../links/link.ts';
import { clearFactor } from '../second-factor/second-factor.ts';
import { assertMayGive, assertMayManage, lockForManager, type Manager, OPERATOR } from './manager.ts';
import { setOperator } from './operator.ts';
import { type InviteUser, MAX_USERS } from './schema.ts';
import * as store from './store.ts';
import { assertFree, findDevices, getUser, lockUser, shutOut, type UserRow } from './user.ts';

type Account = { id: number };

interface Extras {
  isOperator?: boolean;
}

/**
 * With a link to choose a password. ApiError insufficient_role, user_limit_reached; FieldErrors.
 */
export async function inviteUser(
  ctx: Context,
  account: Account,
  manager: Manager,
  input: InviteUser,
  extras: Extras = {},
): Promise<{ user: UserRow; link: Link }> {
  return ctx.db.transaction(async (tx) => {
    const creation = { account, manager, input, passwordHash: null, status: 'invited' } as const;
    const user = await insert(tx, ctx, { ...creation, ...extras });
    return { user, link: await issueLink(tx, ctx, user, 'invitation') };
  });
}

/** By the operator, with a password. ApiError user_limit_reached; FieldErrors. */
export async function createUser(
  ctx: Context,
  account: Account,
  input: InviteUser,
  passwordHash: string,
  extras: Extras = {},
): Promise<UserRow> {
  return ctx.db.transaction((tx) =>
    insert(tx, ctx, { account, manager: OPERATOR, input, passwordHash, status: 'active', ...extras }),
  );
}

/** Deletes a user who has never come in. ApiError invitation_not_found, insufficient_role. */
export async function removeInvitation(
  ctx: Context,
  account: Account,
  manager: Manager,
  uuid: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const present = await lockForManager(tx, account.id, manager);
    const user = await lockUser(tx, account, uuid, 'invitation_not_found');
    if (user.status !== 'invited') throw new ApiError('invitation_not_found');
    assertMayManage(present, user);
    await endInvitation(tx, ctx, user);
  });
}

async function endInvitation(tx: Tx, ctx: Context, user: UserRow): Promise<void> {
  await store.deleteInvited(tx, { id: user.id });
  await recordUser(tx, ctx, 'user.invitation_removed', user);
}

/**
 * Ends password and sessions at once; the link sets a new password. Renews invitations. ApiError
 * user_not_found, insufficient_role, own_user, user_disabled.
 */
export async function resetUser(
  ctx: Context,
  account: Account,
  manager: Manager,
  uuid: string,
  { removesSecondFactor }: { removesSecondFactor: boolean },
): Promise<{ user: UserRow; link: Link }> {
  return ctx.db.transaction(async (tx) => {
    const present = await lockForManager(tx, account.id, manager);
    const user = await lockUser(tx, account, uuid);
    assertMayManage(present, user);
    if (present.id === user.id) throw new ApiError('own_user');
    if (user.status === 'disabled') throw new ApiError('user_disabled');
    await shutOut(tx, user.id);
    await store.forgetPassword(tx, { id: user.id });
    if (removesSecondFactor) await clearFactor(tx, ctx, user);
    const link = await issueLink(tx, ctx, user, user.status === 'invited' ? 'invitation' : 'reset');
    await recordUser(tx, ctx, 'user.reset', user);
    return { user: await getUser({ db: tx }, account, uuid), link };
  });
}

/** For one log-in; replaces earlier links. ApiError user_not_found, user_disabled. */
export async function makeLogInLink(
  ctx: Context,
  account: Account,
  uuid: string,
): Promise<{ user: UserRow; link: Link }> {
  return ctx.db.transaction(async (tx) => {
    await store.lockUsers(tx, { accountId: account.id });
    const user = await lockUser(tx, account, uuid);
    if (user.status === 'disabled') throw new ApiError('user_disabled');
    return { user, link: await issueLogInLink(tx, ctx, user) };
  });
}

/**
 * For the first owner of an account without users. Null: it has only others, or the user is
 * disabled.
 */
export async function makeLinkOfFirstOwner(
  ctx: Context,
  account: Account,
  { email, name, isOperator }: { email: string; name: string; isOperator: boolean },
): Promise<Link | null> {
  return ctx.db.transaction(async (tx) => {
    await store.lockUsers(tx, { accountId: account.id });
    const isFirst = (await store.countUsers(tx, account.id, null)) === 0;
    const input = { email, name, role: 'owner' } as const;
    const owner = { account, manager: OPERATOR, input, passwordHash: null, isOperator } as const;
    const users = isFirst
      ? [await insert(tx, ctx, { ...owner, status: 'active' })]
      : await store.findByEmail(tx, { email });
    const user = users.find(({ account_id, status }) => account_id === account.id && status === 'active');
    if (!user) return null;
    await store.lockUser(tx, { id: user.id });
    return issueLogInLink(tx, ctx, user);
  });
}

interface Creation extends Extras {
  account: Account;
  manager: Manager;
  input: InviteUser;
  /** Null: a link follows. */
  passwordHash: string | null;
  status: 'invited' | 'active';
}

async function insert(tx: Tx, ctx: Context, creation: Creation): Promise<UserRow> {
  const { account, manager, input, passwordHash, status, isOperator = false } = creation;
  const { email, name, role, device_uuids } = input;
  assertMayGive(await lockForManager(tx, account.id, manager), role);
  if (manager.as === 'operator') await replaceInvitedOwners(tx, ctx, account);
  await assertFree(tx, { accountId: account.id, userId: null, email, name });
  const deviceIds = await findDevices(tx, account, role, device_uuids ?? []);
  if ((await store.countUsers(tx, account.id, null)) >= MAX_USERS) throw new ApiError('user_limit_reached');
  const { id, user_uuid } = await store.insertUser(tx, {
    account_id: account.id,
    email,
    name,
    role,
    password_hash: passwordHash,
    status,
    created_at: ctx.now(),
  });
  await store.setDevices(tx, account.id, id, deviceIds);
  const user = await getUser({ db: tx }, account, user_uuid);
  await recordUser(tx, ctx, status === 'invited' ? 'user.invited' : 'user.created', user, {
    email,
    name,
    role,
    ...(role === 'agent' && { device_uuids: user.device_uuids }),
  });
  return isOperator ? setOperator({ ...ctx, db: tx }, account, user_uuid, true) : user;
}

/** A stolen operator session must not open others' accounts, now or later. */
async function replaceInvitedOwners(tx: Tx, ctx: Context, account: Account): Promise<void> {
  if ((await store.countActiveOwners(tx, account.id)) > 0) throw new ApiError('owner_exists');
  const invited = await store.listUsers(tx, {
    accountId: account.id,
    status: 'invited',
    limit: MAX_USERS,
    offset: 0,
  });
  for (const user of invited) if (user.role === 'owner') await endInvitation(tx, ctx, user);
}

async function issueLogInLink(tx: Tx, ctx: Context, user: UserRow): Promise<Link> {
  const link = await issueLink(tx, ctx, user, 'log_in');
  await recordUser(tx, ctx, 'user.log_in_link_created', user);
  return link;
}

async function recordUser(
  tx: Tx,
  ctx: Context,
  action: AuditAction,
  { account_id, user_uuid }: UserRow,
  detail: Detail = {},
): Promise<void> {
  await record(tx, ctx, [{ action, accountId: account_id, target: user_uuid, detail }]);
}
