import type { Db, Tx } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import type { AccountStatus, ApiKey } from '../schema.ts';
import { KEY_COLUMNS, type NewKey, revokeWhere } from '../store.ts';

const isLiving = (at: string) => `revoked_at is null and (expires_at is null or expires_at > ${at})`;

const LOCK_ACCOUNT = statement<{ account_id: number }, { status: AccountStatus }>(
  'accounts.lock_account',
  'select status from accounts where id = :account_id for no key update',
);
// In order of ids, as last uses.
/** Unchanged until the transaction ends. Returns the account's existing ones. */
export const lockKeys = statement<
  { account_id: number; ids: readonly string[]; at: Date },
  { id: string; is_living: boolean }
>(
  'accounts.lock_living_keys',
  `select id, (${isLiving(':at')}) as is_living from api_keys
   where id = any (:ids::text[]) and account_id = :account_id order by id for no key update`,
).inTx.all;
// Who leaves takes keys made by keys, too.
/** Undefined at `limit`. Lock the account first. */
export const insertKey = statement<NewKey & { user_id: number | null; limit: number }, ApiKey>(
  'accounts.insert_limited_key',
  `insert into api_keys (id, account_id, name, secret_hash, scope, created_at, expires_at, allowed_addresses,
     created_by, created_by_id, user_id)
   select :id::text, :account_id::bigint, :name::text, :secret_hash::bytea, :scope::text,
     :created_at::timestamptz, :expires_at::timestamptz, :allowed_addresses::text[],
     :created_by::text, :created_by_id::text,
     coalesce(:user_id::bigint, (
       select user_id from api_keys
       where :created_by::text = 'api_key' and id = :created_by_id::text and account_id = :account_id::bigint
     ))
   where (
     select count(*) from api_keys where account_id = :account_id and ${isLiving(':created_at')}
   ) < :limit
   returning ${KEY_COLUMNS}`,
).inTx.first;
// A key in use by another process stays.
export const forgetDeadKeys = statement<{ account_id: number; at: Date; kept: number }>(
  'accounts.forget_dead_keys',
  `with dead as materialized (
     select id from api_keys where account_id = :account_id and not (${isLiving(':at')})
     order by least(revoked_at, expires_at) desc, id offset :kept
   ), locked as materialized (
     select id from api_keys where id = any (array(select id from dead)) for update skip locked
   )
   delete from api_keys where id = any (array(select id from locked))`,
).inTx.run;

interface Revoked {
  id: string;
  revoked_at: Date;
  is_new: boolean;
}

export const revokeKey = statement<{ account_id: number; id: string; at: Date }, Revoked>(
  'accounts.revoke_account_key',
  revokeWhere('id = :id and account_id = :account_id', 'id, revoked_at'),
).inTx.first;
const REVOKE_OF_USER = statement<{ account_id: number; user_id: number; at: Date }, { id: string }>(
  'accounts.revoke_keys_of_user',
  `with locked as materialized (
     select id from api_keys where user_id = :user_id and account_id = :account_id and ${isLiving(':at')}
     order by id for no key update
   )
   update api_keys set revoked_at = :at where id = any (array(select id from locked)) returning id`,
);
const COUNT_OF_USER = statement<{ user_id: number; at: Date }, { count: number }>(
  'accounts.count_keys_of_user',
  `select count(*)::int as count from api_keys where user_id = :user_id and ${isLiving(':at')}`,
);
const WRITE_LAST_USES = statement<{
  ids: readonly string[];
  times: readonly Date[];
  addresses: readonly string[];
}>(
  'accounts.write_last_uses',
  `with locked as materialized (
     select id from api_keys where id = any (:ids::text[]) order by id for no key update
   )
   update api_keys k set last_used_at = used.at, last_used_address = used.address
   from unnest(:ids::text[], :times::timestamptz[], :addresses::text[]) as used (id, at, address)
   where k.id = any (array(select id from locked)) and k.id = used.id
     and used.at > coalesce(k.last_used_at, '-infinity') and used.at <= coalesce(k.revoked_at, 'infinity')`,
);

/** One creation at a time keeps the limit exact. */
export async function lockAccount(tx: Tx, accountId: number): Promise<AccountStatus> {
  return (await LOCK_ACCOUNT.one(tx, { account_id: accountId })).status;
}

/** With keys that they made. Lock the account first. Returns ids. */
export async function revokeKeysOf(
  tx: Tx,
  key: { account_id: number; user_id: number; at: Date },
): Promise<string[]> {
  return (await REVOKE_OF_USER.all(tx, key)).map(({ id }) => id);
}

export async function countKeysOf(db: Db, userId: number, at: Date): Promise<number> {
  return (await COUNT_OF_USER.one(db, { user_id: userId, at })).count;
}

/** Older or later than the revocation: ignored. */
export async function writeLastUses(
  db: Db,
  uses: readonly { id: string; at: Date; address: string }[],
): Promise<void> {
  await WRITE_LAST_USES.run(db, {
    ids: uses.map(({ id }) => id),
    times: uses.map(({ at }) => at),
    addresses: uses.map(({ address }) => address),
  });
}
