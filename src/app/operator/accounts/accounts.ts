import type { Context } from '../../../context.ts';
import { countDevices } from '../../../gateway/devices/installation/installation.ts';
import { findLastMessages } from '../../../gateway/messages/figures/figures.ts';
import { inviteOwner } from '../../../inbox/staff/users/owner.ts';
import { countActiveOwners } from '../../../inbox/staff/users/user.ts';
import {
  type Account,
  type AccountStatus,
  createAccount as createWithKey,
  findAccounts,
  listAccountPage,
  renameAccount,
  type StaffCaller,
  setPlan,
  setStatus,
  setUnresolved,
} from '../../../platform/accounts/account.ts';
import { findLastCalls } from '../../../platform/accounts/key.ts';
import { findPlan } from '../../../platform/accounts/plan.ts';
import { findLatest } from '../../../platform/audit/audit.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { findUsages } from '../../../platform/usage/usage.ts';
import { activate } from './activate.ts';
import { countOpenWork, type OpenWork } from './open-work.ts';
import type { ChangeAccount, CreateAccount, ListAccounts, OwnerInput, UserWithLink } from './schema.ts';

/** An account with what the operator sees of it. */
export interface AccountRow extends Account {
  period: string;
  messages_sent: number;
  api_calls: number;
  devices: Partial<Record<string, number>>;
  /** The newest message or call with a key. */
  last_activity_at: Date | null;
}

export interface AccountDetail extends AccountRow {
  active_owners: number;
  open_work: OpenWork;
  /** As far back as the audit log goes. */
  suspension: { since: Date; reason: string | null } | null;
}

/** Key and link are shown once. */
interface NewAccount {
  account: AccountDetail;
  api_key: { id: string; api_key: string };
  owner: UserWithLink | null;
}

/** Who calls, and where people open this gateway. */
export interface OperatorCall {
  caller: StaffCaller;
  /** Of the caller. */
  account: { id: number };
  publicUrl: string;
}

/** Newest first. FieldErrors for a wrong cursor. */
export async function listAccounts(ctx: Context, query: ListAccounts): Promise<Page<AccountRow>> {
  const { search, status, plan, cursor, limit } = query;
  const { rows, next } = await readPage(ctx, {
    list: 'accounts',
    cursor,
    limit,
    read: ([before], most) => listAccountPage(ctx.db, { search, status, plan, before, limit: most }),
    placeOf: ({ id }) => [id],
    partsOf: ({ name }) => [name],
  });
  return { rows: await withFigures(ctx, rows), next };
}

/** ApiError account_not_found. */
export async function getAccount(ctx: Context, id: number): Promise<AccountDetail> {
  const account = await requireAccount(ctx.db, id);
  const [row] = await withFigures(ctx, [account]);
  if (!row) throw new ApiError('account_not_found');
  const active_owners = await countActiveOwners(ctx.db, id);
  const open_work = await countOpenWork(ctx, account);
  return { ...row, active_owners, open_work, suspension: await findSuspension(ctx, account) };
}

/** With its first key, and the invitation of its first owner. FieldErrors. */
export async function createAccount(
  ctx: Context,
  call: OperatorCall,
  { name, kind, plan, country_code: countryCode, owner }: CreateAccount,
): Promise<NewAccount> {
  return ctx.db.transaction(async (tx) => {
    const inner = { ...ctx, db: tx };
    await requirePlan(tx, plan);
    const { account_id: id, key_id, api_key } = await createWithKey(inner, { name, kind, plan, countryCode });
    const invited = owner ? await inviteOwner(inner, { id }, call.caller, owner, call.publicUrl) : null;
    return { account: await getAccount(inner, id), api_key: { id: key_id, api_key }, owner: invited };
  });
}

/** Within a second. ApiError account_not_found; FieldErrors. */
export async function changeAccount(
  ctx: Context,
  id: number,
  { name, plan, unresolved }: ChangeAccount,
): Promise<AccountDetail> {
  await ctx.db.transaction(async (tx) => {
    const inner = { ...ctx, db: tx };
    await requireAccount(tx, id);
    if (name !== undefined) await renameAccount(inner, id, name);
    if (plan !== undefined) {
      await requirePlan(tx, plan);
      await setPlan(inner, id, plan);
    }
    if (unresolved !== undefined) await setUnresolved(inner, id, unresolved);
  });
  return getAccount(ctx, id);
}

interface StatusChange {
  status: AccountStatus;
  reason?: string | null | undefined;
  /** Of an activation: what waited ends instead of going on. */
  dropsQueued?: boolean | undefined;
}

/** As the commands do. ApiError account_not_found, account_cancelled, own_account. */
export async function changeStatus(
  ctx: Context,
  { account }: Pick<OperatorCall, 'account'>,
  id: number,
  { status, reason, dropsQueued = false }: StatusChange,
): Promise<AccountDetail> {
  await requireAccount(ctx.db, id);
  if (id === account.id && status !== 'active') throw new ApiError('own_account');
  const changing =
    status === 'active' ? activate(ctx, id, { dropsQueued }) : setStatus(ctx, id, status, reason);
  await changing.catch((error: unknown) => {
    throw error instanceof CommandError ? new ApiError('account_cancelled') : error;
  });
  return getAccount(ctx, id);
}

/** ApiError account_not_found, account_cancelled, owner_exists, user_limit_reached; FieldErrors. */
export async function invite(
  ctx: Context,
  { caller, publicUrl }: OperatorCall,
  id: number,
  input: OwnerInput,
): Promise<UserWithLink> {
  const account = await requireAccount(ctx.db, id);
  if (account.status === 'cancelled') throw new ApiError('account_cancelled');
  return inviteOwner(ctx, account, caller, input, publicUrl);
}

async function findSuspension(ctx: Context, { id, status }: Account): Promise<AccountDetail['suspension']> {
  const entry = status === 'suspended' ? await findLatest(ctx, id, 'account.suspended') : undefined;
  if (!entry) return null;
  const { reason } = entry.detail;
  return { since: entry.happened_at, reason: typeof reason === 'string' ? reason : null };
}

async function requireAccount(db: Db, id: number): Promise<Account> {
  const [account] = await findAccounts(db, [id]);
  if (!account) throw new ApiError('account_not_found');
  return account;
}

async function requirePlan(db: Db, plan: string): Promise<void> {
  if (!(await findPlan(db, plan))) throw new FieldErrors({ plan: ['is no plan of this installation'] });
}

async function withFigures(ctx: Context, accounts: readonly Account[]): Promise<AccountRow[]> {
  const ids = accounts.map(({ id }) => id);
  const { period, usages } = await findUsages(ctx, ids);
  const devices = await countDevices(ctx, ids);
  const [messages, calls] = [await findLastMessages(ctx, ids), await findLastCalls(ctx.db, ids)];
  return accounts.map((account) => ({
    ...account,
    period,
    ...(usages.get(account.id) ?? { messages_sent: 0, api_calls: 0 }),
    devices: devices.get(account.id) ?? {},
    last_activity_at: latest(messages.get(account.id), calls.get(account.id)),
  }));
}

function latest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.flatMap((time) => time ?? []);
  return known.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null;
}
