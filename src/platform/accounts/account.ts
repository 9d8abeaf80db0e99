import type { Context } from '../../context.ts';
import { type AuditAction, record } from '../audit/audit.ts';
import { CommandError } from '../lib/command.ts';
import { KURIR } from '../lib/command-name.ts';
import type { Db, Tx } from '../lib/db/db.ts';
import { ApiError } from '../lib/errors.ts';
import { enqueue } from '../lib/jobs-queue.ts';
import { createKey, type NewKey } from './key.ts';
import { getPlan } from './plan.ts';
import type { Account, AccountKind, AccountStatus, Unresolved } from './schema.ts';
import * as store from './store.ts';

export type { Account, AccountKind, AccountStatus, Caller, Sight, StaffCaller } from './schema.ts';

const STATUS_ACTIONS = {
  active: 'account.activated',
  suspended: 'account.suspended',
  cancelled: 'account.cancelled',
} as const satisfies Record<AccountStatus, AuditAction>;

/** The job that follows a cancellation. */
export const CLOSING = 'accounts.close';

const COUNTRY_CODE = /^[1-9][0-9]{0,3}$/;

/** One gateway at a time makes the first account. */
export function lockFirstAccount(tx: Tx): Promise<void> {
  return store.lockFirstAccount(tx);
}

/** With scope `full`. The only answer with its text. */
export async function createAccount(
  ctx: Context,
  input: { name: string; plan: string; kind: AccountKind; countryCode?: string },
): Promise<NewKey> {
  const { name, plan, kind, countryCode = '62' } = input;
  if (name.trim() === '') throw new CommandError('An account needs a name.', 'invalid_usage');
  if (!COUNTRY_CODE.test(countryCode)) {
    const problem = 'A country code has 1 to 4 digits, without plus or leading zero.';
    throw new CommandError(problem, 'invalid_usage');
  }
  return ctx.db.transaction(async (tx) => {
    await getPlan(tx, plan);
    const id = await store.insertAccount(tx, {
      name,
      plan,
      kind,
      country_code: countryCode,
      created_at: ctx.now(),
    });
    const detail = { plan, kind, country_code: countryCode };
    await record(tx, ctx, [{ action: 'account.created', accountId: id, target: id, detail }]);
    return createKey(
      { ...ctx, db: tx },
      { accountId: id, name: 'first key', scope: 'full', expiresAt: null },
    );
  });
}

export function listAccounts(db: Db): Promise<Account[]> {
  return store.listAccounts(db);
}

/** Statuses without accounts are missing. */
export function countAccounts(db: Db): Promise<Partial<Record<AccountStatus, number>>> {
  return store.countAccounts(db);
}

/** Newest first. */
export function listAccountPage(db: Db, page: store.AccountPage): Promise<Account[]> {
  return store.listAccountPage(db, page);
}

/** Those that exist. */
export function findAccounts(db: Db, ids: readonly number[]): Promise<Account[]> {
  return store.findAccounts(db, ids);
}

export async function getAccount(db: Db, id: number): Promise<Account> {
  const account = await store.findAccount(db, id);
  if (!account) throw new CommandError(`No account ${id}.`, 'not_found');
  return account;
}

/**
 * Within a second. Suspended: sends nothing, and nothing expires. Cancelled: final; `closingJob` follows. Throws
 * CommandError.
 */
export async function setStatus(
  ctx: Context,
  id: number,
  status: AccountStatus,
  reason: string | null = null,
): Promise<Account> {
  const changed = await ctx.db.transaction(async (tx) => {
    if (await store.setAccountStatus(tx, id, status, ctx.now())) {
      const detail = reason === null ? {} : { reason };
      await record(tx, ctx, [{ action: STATUS_ACTIONS[status], accountId: id, target: id, detail }]);
      if (status === 'cancelled') await enqueue(tx, { name: CLOSING, accountId: id });
    }
    return getAccount(tx, id);
  });
  if (changed.status !== status)
    throw new CommandError(
      `Account ${id} is cancelled, and stays so. Create another one: ${KURIR} account create.`,
      'refused',
    );
  for (const topic of ['devices', 'broadcasts', 'messages'] as const) ctx.bus.publish(topic);
  return changed;
}

/** Why a restore suspends an account. */
const HELD = 'The database was restored. What was queued may be sent already.';

/** Suspends every active account, until an operator activates it. Their number. */
export async function holdAccounts(tx: Tx, ctx: Pick<Context, 'actor' | 'now'>): Promise<number> {
  const held = await store.holdAccounts(tx, { now: ctx.now() });
  const [action, detail] = [STATUS_ACTIONS.suspended, { reason: HELD }];
  const entries = held.map(({ id }) => ({ action, accountId: id, target: id, detail }));
  await record(tx, ctx, entries);
  return held.length;
}

/** By id, those that `holdAccounts` suspended. */
export async function listHeld(db: Db): Promise<number[]> {
  return (await store.listHeld(db, {})).map(({ id }) => id);
}

/** Applies within a second. Throws CommandError. */
export async function setPlan(ctx: Context, id: number, plan: string): Promise<Account> {
  return ctx.db.transaction(async (tx) => {
    await getPlan(tx, plan);
    const changed = await store.setAccountPlan(tx, { id, plan });
    if (changed) {
      const detail = { plan, previous_plan: changed.previous_plan };
      await record(tx, ctx, [{ action: 'account.plan_changed', accountId: id, target: id, detail }]);
    }
    return getAccount(tx, id);
  });
}

/** Throws CommandError. */
export async function renameAccount(ctx: Context, id: number, name: string): Promise<Account> {
  return ctx.db.transaction(async (tx) => {
    if (await store.setName(tx, id, name)) {
      const detail = { name };
      await record(tx, ctx, [{ action: 'account.settings_changed', accountId: id, target: id, detail }]);
    }
    return getAccount(tx, id);
  });
}

/** Applies within seconds. Throws CommandError. */
export async function setUnresolved(ctx: Context, id: number, unresolved: Unresolved): Promise<Account> {
  return ctx.db.transaction(async (tx) => {
    if (await store.setUnresolved(tx, id, unresolved)) {
      const detail = { unresolved };
      await record(tx, ctx, [{ action: 'account.settings_changed', accountId: id, target: id, detail }]);
    }
    return getAccount(tx, id);
  });
}

/** Locked until the transaction ends. ApiError account_inactive. */
export async function lockDeviceLimit(tx: Tx, accountId: number): Promise<number> {
  const { max_devices, status } = await store.lockDeviceLimit(tx, { id: accountId });
  assertActive(status);
  return max_devices;
}

/** Active until the transaction ends. ApiError account_inactive. */
export async function lockActive(tx: Tx, accountId: number): Promise<void> {
  assertActive(await store.lockStatus(tx, accountId));
}

/** A request's cached key may be older. */
function assertActive(status: AccountStatus | undefined): void {
  if (status !== 'active') throw new ApiError('account_inactive');
}
