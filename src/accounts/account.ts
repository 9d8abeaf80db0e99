import type { Context } from '../context.ts';
import { CommandError } from '../lib/command.ts';
import type { Db, Tx } from '../lib/db/db.ts';
import { createKey, type NewKey } from './key.ts';
import { getPlan } from './plan.ts';
import type { Account, AccountKind, AccountStatus } from './schema.ts';
import * as store from './store.ts';

export type { Account, AccountKind, AccountStatus } from './schema.ts';

const COUNTRY_CODE = /^[1-9][0-9]{0,3}$/;

/** Creates an account with its first key, which has every right. Only this answer has the key's text. */
export async function createAccount(
  ctx: Context,
  input: { name: string; plan: string; kind: AccountKind; countryCode?: string },
): Promise<NewKey> {
  const { name, plan, kind, countryCode = '62' } = input;
  if (name.trim() === '') throw new CommandError('An account needs a name.');
  if (!COUNTRY_CODE.test(countryCode))
    throw new CommandError('A country code has 1 to 4 digits, without plus or leading zero.');
  return ctx.db.transaction().execute(async (tx) => {
    await getPlan(tx, plan);
    const id = await store.insertAccount(tx, {
      name,
      plan,
      kind,
      country_code: countryCode,
      created_at: ctx.now(),
    });
    return createKey(
      { ...ctx, db: tx },
      { accountId: id, name: 'first key', scope: 'full', expiresAt: null },
    );
  });
}

export function listAccounts(db: Db): Promise<Account[]> {
  return store.listAccounts(db);
}

/** Throws CommandError when there is none. */
export async function getAccount(db: Db, id: number): Promise<Account> {
  const account = await store.findAccount(db, id);
  if (!account) throw new CommandError(`No account ${id}.`);
  return account;
}

/** Suspends, cancels or reactivates; the API follows within a second. Throws CommandError. */
export async function setStatus(db: Db, id: number, status: AccountStatus): Promise<Account> {
  await store.setAccountStatus(db, id, status);
  return getAccount(db, id);
}

/** The new limits hold within a second. Throws CommandError. */
export async function setPlan(db: Db, id: number, plan: string): Promise<Account> {
  await getPlan(db, plan);
  await store.setAccountPlan(db, id, plan);
  return getAccount(db, id);
}

/** How many devices the plan allows; the account is locked until the transaction ends. */
export function lockDeviceLimit(tx: Tx, accountId: number): Promise<number> {
  return store.lockDeviceLimit(tx, accountId);
}
