import { sql } from 'kysely';
import type { Db } from '../lib/db/db.ts';
import type { Account, AccountKind, AccountStatus, ApiKey, Plan, Scope } from './schema.ts';

const KEY_COLUMNS = ['id', 'account_id', 'name', 'scope', 'created_at', 'expires_at', 'revoked_at'] as const;

/** A stored key with its account, as the auth hook needs both. */
export interface KnownKey {
  id: string;
  secret_hash: Buffer;
  scope: Scope;
  expires_at: Date | null;
  revoked_at: Date | null;
  account: Account;
}

export async function insertAccount(
  db: Db,
  account: { name: string; plan: string; kind: AccountKind; country_code: string; created_at: Date },
): Promise<number> {
  const { id } = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await selectAccounts(db).orderBy('accounts.id').execute();
  return rows.map(toAccount);
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const row = await selectAccounts(db).where('accounts.id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

export async function setAccountStatus(db: Db, id: number, status: AccountStatus): Promise<void> {
  await db.updateTable('accounts').set({ status }).where('id', '=', id).execute();
}

export async function setAccountPlan(db: Db, id: number, plan: string): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute();
}

export function listPlans(db: Db): Promise<Plan[]> {
  return db.selectFrom('plans').selectAll().orderBy('rate_per_minute').orderBy('name').execute();
}

export function findPlan(db: Db, name: string): Promise<Plan | undefined> {
  return db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Changes the given limits of a plan that exists; undefined when there is none. */
export function updatePlan(
  db: Db,
  name: string,
  limits: Partial<Omit<Plan, 'name'>>,
): Promise<Plan | undefined> {
  if (Object.keys(limits).length === 0) return findPlan(db, name);
  return db.updateTable('plans').set(limits).where('name', '=', name).returningAll().executeTakeFirst();
}

/** Undefined when a plan of that name has appeared meanwhile. */
export function insertPlan(db: Db, plan: Plan): Promise<Plan | undefined> {
  return db
    .insertInto('plans')
    .values(plan)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function insertKey(
  db: Db,
  key: Omit<ApiKey, 'revoked_at'> & { secret_hash: Buffer },
): Promise<ApiKey> {
  return db.insertInto('api_keys').values(key).returning(KEY_COLUMNS).executeTakeFirstOrThrow();
}

export function listKeys(db: Db, accountId: number): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(KEY_COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The first revocation stands; undefined when there is no such key. */
export function revokeKey(db: Db, id: string, at: Date): Promise<ApiKey | undefined> {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${at})` })
    .where('id', '=', id)
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
}

/** Those of the keys that exist, revoked and expired ones too, each with its account and plan as they are now. */
export async function findKeys(db: Db, ids: readonly string[]): Promise<KnownKey[]> {
  const rows = await selectAccounts(db)
    .innerJoin('api_keys', 'api_keys.account_id', 'accounts.id')
    .select(['api_keys.id as key_id', 'secret_hash', 'scope', 'expires_at', 'revoked_at'])
    .where(sql<boolean>`api_keys.id = any(${ids})`)
    .execute();
  return rows.map((row) => ({
    id: row.key_id,
    secret_hash: row.secret_hash,
    scope: row.scope,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    account: toAccount(row),
  }));
}

function selectAccounts(db: Db) {
  return db
    .selectFrom('accounts')
    .innerJoin('plans', 'plans.name', 'accounts.plan')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.status',
      'accounts.kind',
      'accounts.country_code',
      'accounts.created_at',
      'plans.name as plan_name',
      'plans.rate_per_minute',
      'plans.monthly_quota',
      'plans.max_devices',
    ]);
}

type AccountRow = Omit<Account, 'plan'> & Omit<Plan, 'name'> & { plan_name: string };

function toAccount(row: AccountRow): Account {
  const { id, name, status, kind, country_code, created_at } = row;
  const { plan_name, rate_per_minute, monthly_quota, max_devices } = row;
  const plan = { name: plan_name, rate_per_minute, monthly_quota, max_devices };
  return { id, name, status, kind, country_code, created_at, plan };
}
