import type { Db, Tx } from '../lib/db/db.ts';
import { type NoParams, statement } from '../lib/db/statement.ts';
import type {
  Account,
  AccountKind,
  AccountStatus,
  ApiKey,
  Caller,
  CallingKey,
  Plan,
  Scope,
  Unresolved,
} from './schema.ts';
import { MAX_PLANS } from './schema.ts';
import { storedBy } from './storage/stored-bytes.ts';

export interface KnownKey extends CallingKey {
  secret_hash: Buffer;
  scope: Scope;
  revoked_at: Date | null;
  account: Caller;
}

interface NewAccount {
  name: string;
  plan: string;
  kind: AccountKind;
  country_code: string;
  created_at: Date;
}

interface AccountRow extends Omit<Account, 'plan'>, Omit<Plan, 'name'> {
  plan_name: string;
}

const ACCOUNT_COLUMNS = `a.id, a.name, a.status, a.kind, a.country_code, a.unresolved, a.created_at,
  p.name as plan_name, p.rate_per_minute, p.monthly_quota, p.max_devices, p.storage_bytes,
  ${storedBy('a.id')} as storage_used`;
export const KEY_COLUMNS = `id, account_id, name, scope, created_at, expires_at, revoked_at, allowed_addresses,
  last_used_at, last_used_address, created_by, created_by_id,
  (select u.user_uuid from users u where u.id = user_id) as user_uuid,
  (select u.name from users u where u.id = user_id) as user_name`;
const PLAN_COLUMNS = 'name, rate_per_minute, monthly_quota, max_devices, storage_bytes';

const INSERT_ACCOUNT = statement<NewAccount, { id: number }>(
  'accounts.insert_account',
  `insert into accounts (name, plan, kind, country_code, created_at)
   values (:name, :plan, :kind, :country_code, :created_at)
   returning id`,
);
const LIST_ACCOUNTS = statement<NoParams, AccountRow>(
  'accounts.list_accounts',
  `select ${ACCOUNT_COLUMNS} from accounts a join plans p on p.name = a.plan order by a.id`,
);
const COUNT_ACCOUNTS = statement<NoParams, { status: AccountStatus; count: number }>(
  'accounts.count_accounts',
  'select status, count(*)::int as count from accounts group by status',
);

export async function countAccounts(db: Db): Promise<Partial<Record<AccountStatus, number>>> {
  const rows = await COUNT_ACCOUNTS.all(db, {});
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

export interface AccountPage {
  /** Part of the name, in any case. */
  search: string | undefined;
  status: AccountStatus | undefined;
  plan: string | undefined;
  /** The row id of an account. Undefined: from the newest on. */
  before: number | undefined;
  limit: number;
}

const LIST_ACCOUNT_PAGE = statement<
  {
    search: string | null;
    status: AccountStatus | null;
    plan: string | null;
    before: number | null;
    limit: number;
  },
  AccountRow
>(
  'accounts.list_account_page',
  `select ${ACCOUNT_COLUMNS} from (
     select * from accounts
     where id < coalesce(:before::bigint, 9223372036854775807)
       and (:search::text is null or strpos(lower(name), lower(:search)) > 0)
       and (:status::text is null or status = :status)
       and (:plan::text is null or plan = :plan)
     order by id desc limit :limit::bigint
   ) a
   join plans p on p.name = a.plan order by a.id desc`,
);
const FIND_ACCOUNT = statement<{ id: number }, AccountRow>(
  'accounts.find_account',
  `select ${ACCOUNT_COLUMNS} from accounts a join plans p on p.name = a.plan where a.id = :id`,
);
const FIND_ACCOUNTS = statement<{ ids: readonly number[] }, AccountRow>(
  'accounts.find_accounts',
  `select ${ACCOUNT_COLUMNS} from accounts a join plans p on p.name = a.plan where a.id = any (:ids::bigint[])`,
);

/** A shorter time of activity counts as suspended, so that the number of ranges has a bound. */
const LEAST_ACTIVE = `interval '1 minute'`;
/** Time of activity. Twice the time that a queued message may wait: earlier ranges concern no message. */
const RANGES_KEPT = `interval '48 hours'`;

const SUSPENDED = `suspended = suspended + tstzmultirange(tstzrange(
     case when upper(suspended) > :now::timestamptz - ${LEAST_ACTIVE} then upper(suspended)
       else :now::timestamptz end,
     null))`;
const SUSPEND = statement<{ id: number; now: Date }>(
  'accounts.suspend',
  `update accounts set status = 'suspended', ${SUSPENDED} where id = :id and status = 'active'`,
);
/** All that are active. */
export const holdAccounts = statement<{ now: Date }, { id: number }>(
  'accounts.hold',
  `update accounts set status = 'suspended', held_at = :now, ${SUSPENDED} where status = 'active' returning id`,
).inTx.all;
/** Those that a restore suspended. */
export const listHeld = statement<NoParams, { id: number }>(
  'accounts.list_held',
  `select id from accounts where held_at is not null and status = 'suspended' order by id`,
).all;
const ACTIVATE = statement<{ id: number; now: Date }>(
  'accounts.activate',
  `update accounts set status = 'active', held_at = null, suspended = suspended * tstzmultirange(
     tstzrange(kurir_active_since(suspended, :now::timestamptz, ${RANGES_KEPT}), :now::timestamptz))
   where id = :id and status = 'suspended'`,
);
const CANCEL = statement<{ id: number; now: Date }>(
  'accounts.cancel',
  `update accounts set status = 'cancelled', held_at = null, cancelled_at = :now
   where id = :id and status <> 'cancelled'`,
);
/** Undefined if the account has this plan already. */
export const setAccountPlan = statement<{ id: number; plan: string }, { previous_plan: string }>(
  'accounts.set_plan',
  `with locked as materialized (select id, plan from accounts where id = :id for no key update)
   update accounts a set plan = :plan from locked where a.id = :id and locked.plan <> :plan
   returning locked.plan as previous_plan`,
).inTx.first;

const SET_NAME = statement<{ id: number; name: string }>(
  'accounts.set_name',
  'update accounts set name = :name where id = :id and name <> :name',
);
const SET_UNRESOLVED = statement<{ id: number; unresolved: Unresolved }>(
  'accounts.set_unresolved',
  'update accounts set unresolved = :unresolved where id = :id and unresolved <> :unresolved',
);

export const lockDeviceLimit = statement<{ id: number }, Pick<Plan, 'max_devices'> & Pick<Account, 'status'>>(
  'accounts.lock_device_limit',
  `select p.max_devices, a.status from accounts a join plans p on p.name = a.plan where a.id = :id
   for update of a`,
).inTx.one;
const LOCK_STATUS = statement<{ id: number }, Pick<Account, 'status'>>(
  'accounts.lock_status',
  'select status from accounts where id = :id for share',
);

export const listPlans = statement<NoParams, Plan>(
  'accounts.list_plans',
  `select ${PLAN_COLUMNS} from plans order by rate_per_minute, name`,
).all;
export const findPlan = statement<{ name: string }, Plan>(
  'accounts.find_plan',
  `select ${PLAN_COLUMNS} from plans where name = :name`,
).first;
const UPDATE_PLAN = statement<
  {
    name: string;
    ratePerMinute: number | null;
    setsQuota: boolean;
    monthlyQuota: number | null;
    maxDevices: number | null;
    setsStorage: boolean;
    storageBytes: number | null;
  },
  Plan
>(
  'accounts.update_plan',
  `update plans set
     rate_per_minute = coalesce(:ratePerMinute::integer, rate_per_minute),
     monthly_quota = case when :setsQuota::bool then :monthlyQuota::bigint else monthly_quota end,
     max_devices = coalesce(:maxDevices::integer, max_devices),
     storage_bytes = case when :setsStorage::bool then :storageBytes::bigint else storage_bytes end
   where name = :name
   returning ${PLAN_COLUMNS}`,
);
/** Undefined when another process has just created the plan, or the installation has too many. */
export const insertPlan = statement<Plan, Plan>(
  'accounts.insert_plan',
  `insert into plans (name, rate_per_minute, monthly_quota, max_devices, storage_bytes)
   select :name::text, :rate_per_minute::int, :monthly_quota::bigint, :max_devices::int, :storage_bytes::bigint
   where (select count(*) from plans) < ${MAX_PLANS}
   on conflict do nothing
   returning ${PLAN_COLUMNS}`,
).first;

export type NewKey = Omit<
  ApiKey,
  'revoked_at' | 'last_used_at' | 'last_used_address' | 'user_uuid' | 'user_name'
> & { secret_hash: Buffer };

export const insertKey = statement<NewKey, ApiKey>(
  'accounts.insert_key',
  `insert into api_keys (id, account_id, name, secret_hash, scope, created_at, expires_at, allowed_addresses,
     created_by, created_by_id)
   values (:id, :account_id, :name, :secret_hash, :scope, :created_at, :expires_at, :allowed_addresses,
     :created_by, :created_by_id)
   returning ${KEY_COLUMNS}`,
).one;
export const listKeys = statement<{ accountId: number }, ApiKey>(
  'accounts.list_keys',
  `select ${KEY_COLUMNS} from api_keys where account_id = :accountId order by created_at, id`,
).all;
/** When a key of these accounts was used last. Accounts without a call are missing. */
export const findLastCalls = statement<{ accountIds: readonly number[] }, { account_id: number; at: Date }>(
  'accounts.find_last_calls',
  `select account_id, max(last_used_at) as at from api_keys
   where account_id = any (:accountIds::bigint[]) and last_used_at is not null group by account_id`,
).all;
/** SQL: revokes the key that meets the condition. `is_new` is false when it was revoked before. */
export const revokeWhere = (condition: string, columns: string) => `
  with locked as materialized (
    select id as locked_id, revoked_at is null as is_new from api_keys where ${condition} for no key update
  )
  update api_keys set revoked_at = coalesce(revoked_at, :at) from locked where id = locked_id
  returning ${columns}, is_new`;

/** A repeated revocation changes nothing. Undefined for an unknown key. */
export const revokeKey = statement<{ id: string; at: Date }, ApiKey & { is_new: boolean }>(
  'accounts.revoke_key',
  revokeWhere('id = :id', KEY_COLUMNS),
).inTx.first;
const FIND_KEYS = statement<
  { ids: readonly string[] },
  AccountRow & Omit<KnownKey, 'id' | 'account'> & { key_id: string }
>(
  'accounts.find_keys',
  `select k.id as key_id, k.secret_hash, k.scope, k.expires_at, k.revoked_at,
     array_to_string(k.allowed_addresses, ',') as allow_list, ${ACCOUNT_COLUMNS}
   from api_keys k
   cross join lateral (select * from accounts where id = k.account_id offset 0) a
   join plans p on p.name = a.plan
   where k.id = any (:ids::text[])`,
);

export async function insertAccount(db: Db, account: NewAccount): Promise<number> {
  const { id } = await INSERT_ACCOUNT.one(db, account);
  return id;
}

const LOCK_FIRST_ACCOUNT = statement<NoParams>(
  'accounts.lock_first',
  `select pg_advisory_xact_lock(hashtextextended('first account', 0))`,
);

export async function lockFirstAccount(tx: Tx): Promise<void> {
  await LOCK_FIRST_ACCOUNT.run(tx, {});
}

export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await LIST_ACCOUNTS.all(db, {});
  return rows.map(toAccount);
}

export async function listAccountPage(db: Db, page: AccountPage): Promise<Account[]> {
  const { search = null, status = null, plan = null, before = null, limit } = page;
  const rows = await LIST_ACCOUNT_PAGE.all(db, { search, status, plan, before, limit });
  return rows.map(toAccount);
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const row = await FIND_ACCOUNT.first(db, { id });
  return row && toAccount(row);
}

export async function findAccounts(db: Db, ids: readonly number[]): Promise<Account[]> {
  const rows = await FIND_ACCOUNTS.all(db, { ids });
  return rows.map(toAccount);
}

const CHANGES = { active: ACTIVATE, suspended: SUSPEND, cancelled: CANCEL };

/** False if the account has this status already, or is cancelled. */
export async function setAccountStatus(
  tx: Tx,
  id: number,
  status: AccountStatus,
  now: Date,
): Promise<boolean> {
  return (await CHANGES[status].run(tx, { id, now })) > 0;
}

/** Undefined for an unknown account. */
export async function lockStatus(tx: Tx, id: number): Promise<AccountStatus | undefined> {
  return (await LOCK_STATUS.first(tx, { id }))?.status;
}

/** False if the account has this name already. */
export async function setName(tx: Tx, id: number, name: string): Promise<boolean> {
  return (await SET_NAME.run(tx, { id, name })) > 0;
}

/** False if the account has this setting already. */
export async function setUnresolved(tx: Tx, id: number, unresolved: Unresolved): Promise<boolean> {
  return (await SET_UNRESOLVED.run(tx, { id, unresolved })) > 0;
}

/** Undefined for an unknown plan. */
export function updatePlan(
  db: Db,
  name: string,
  limits: Partial<Omit<Plan, 'name'>>,
): Promise<Plan | undefined> {
  return UPDATE_PLAN.first(db, {
    name,
    ratePerMinute: limits.rate_per_minute ?? null,
    setsQuota: limits.monthly_quota !== undefined,
    monthlyQuota: limits.monthly_quota ?? null,
    maxDevices: limits.max_devices ?? null,
    setsStorage: limits.storage_bytes !== undefined,
    storageBytes: limits.storage_bytes ?? null,
  });
}

/** Includes revoked and expired keys. */
export async function findKeys(db: Db, ids: readonly string[]): Promise<KnownKey[]> {
  const rows = await FIND_KEYS.all(db, { ids });
  return rows.map((row) => ({
    id: row.key_id,
    secret_hash: row.secret_hash,
    scope: row.scope,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    allow_list: row.allow_list,
    account: { ...toAccount(row), deviceIds: null },
  }));
}

function toAccount(row: AccountRow): Account {
  const { id, name, status, kind, country_code, unresolved, created_at, storage_used } = row;
  const { plan_name, rate_per_minute, monthly_quota, max_devices, storage_bytes } = row;
  const plan = { name: plan_name, rate_per_minute, monthly_quota, max_devices, storage_bytes };
  return { id, name, status, kind, country_code, unresolved, created_at, plan, storage_used };
}
