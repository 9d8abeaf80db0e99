import type { Role } from '../../../platform/accounts/role.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';
import type { Range } from '../../../platform/lib/page.ts';
import type { UserStatus } from './schema.ts';

export interface UserRow {
  id: number;
  user_uuid: string;
  account_id: number;
  email: string;
  name: string;
  role: Role;
  status: UserStatus;
  is_operator: boolean;
  has_password: boolean;
  totp_confirmed_at: Date | null;
  has_logged_in: boolean;
  created_at: Date;
  last_login_at: Date | null;
  /** Of an agent, with released devices. */
  device_uuids: readonly string[];
}

const COLUMNS = `u.id, u.user_uuid, u.account_id, u.email, u.name, u.role, u.status, u.is_operator,
  u.password_hash is not null as has_password, u.totp_confirmed_at,
  u.last_login_at is not null or u.oidc_subject is not null as has_logged_in, u.created_at, u.last_login_at,
  array(
    select d.device_uuid::text from user_devices x
    cross join lateral (select device_uuid from devices where id = x.device_id offset 0) d
    where x.user_id = u.id order by x.device_id
  ) as device_uuids`;

/** One change at a time, for number, names and the last owner. */
export const lockUsers = statement<{ accountId: number }>(
  'users.lock_account',
  `select pg_advisory_xact_lock(hashtextextended('users of an account', :accountId::bigint))`,
).inTx.run;

/** In the order of creation. */
export const listUsers = statement<{ accountId: number; status: UserStatus | null } & Range, UserRow>(
  'users.list',
  `select ${COLUMNS} from users u
   where u.account_id = :accountId and (:status::text is null or u.status = :status)
   order by u.id limit :limit::bigint offset :offset::bigint`,
).all;
const COUNT = statement<{ accountId: number; status: UserStatus | null }, { count: number }>(
  'users.count',
  `select count(*)::int as count from users
   where account_id = :accountId and (:status::text is null or status = :status)`,
);

export async function countUsers(db: Db, accountId: number, status: UserStatus | null): Promise<number> {
  return (await COUNT.one(db, { accountId, status })).count;
}

const FIND_FIRST = statement<NoParams, { id: number }>(
  'users.find_first',
  'select id from users order by id limit 1',
);

export async function hasUsers(db: Db): Promise<boolean> {
  return (await FIND_FIRST.first(db, {})) !== undefined;
}

export const findUser = statement<{ accountId: number; uuid: string }, UserRow>(
  'users.find',
  `select ${COLUMNS} from (select * from users where user_uuid = :uuid::uuid offset 0) u
   where u.account_id = :accountId`,
).first;

/** Of all accounts. */
export const findByEmail = statement<{ email: string }, UserRow>(
  'users.find_by_email',
  `select ${COLUMNS} from users u where u.email = :email order by u.account_id`,
).all;

/** A log-in waits for this transaction. */
export const lockUser = statement<{ id: number }, { id: number }>(
  'users.lock',
  'select id from users where id = :id for no key update',
).inTx.run;

const COUNT_OWNERS = statement<{ accountId: number }, { count: number }>(
  'users.count_owners',
  `select count(*)::int as count from users
   where account_id = :accountId and role = 'owner' and status = 'active'`,
);

export async function countActiveOwners(db: Db, accountId: number): Promise<number> {
  return (await COUNT_OWNERS.one(db, { accountId })).count;
}

interface Identity {
  accountId: number;
  email: string;
  name: string;
  /** The user who may have them. Null: a new one. */
  userId: number | null;
}

interface Taken {
  email: boolean;
  name: boolean;
  recent: boolean;
}

export const findTaken = statement<Identity, Taken>(
  'users.find_taken',
  `select
     exists (
       select from users
       where account_id = :accountId and email = :email and id is distinct from :userId::bigint
     ) as email,
     exists (
       select from users
       where account_id = :accountId and lower(name) = lower(:name::text) and id is distinct from :userId::bigint
     ) as name,
     exists (
       select from user_renames
       where account_id = :accountId and lower(old_name) = lower(:name::text)
         and user_id is distinct from :userId::bigint
     ) as recent`,
).inTx.one;

export interface NewUser {
  account_id: number;
  email: string;
  name: string;
  role: Role;
  status: UserStatus;
  password_hash: string | null;
  created_at: Date;
}

export const insertUser = statement<NewUser, { id: number; user_uuid: string }>(
  'users.insert',
  `insert into users (account_id, email, name, role, status, password_hash, created_at)
   values (:account_id, :email, :name, :role, :status, :password_hash, :created_at)
   returning id, user_uuid`,
).inTx.one;

export const setRole = statement<{ id: number; role: Role; status: UserStatus }>(
  'users.set_role',
  'update users set role = :role, status = :status where id = :id',
).inTx.run;

export const setOperator = statement<{ id: number; isOperator: boolean }>(
  'users.set_operator',
  'update users set is_operator = :isOperator where id = :id',
).inTx.run;

export const setName = statement<{ id: number; name: string }>(
  'users.set_name',
  'update users set name = :name where id = :id',
).inTx.run;

const FORGET_DEVICES = statement<{ userId: number; deviceIds: readonly number[] }>(
  'users.forget_devices',
  'delete from user_devices where user_id = :userId and device_id <> all (:deviceIds::bigint[])',
);
const ADD_DEVICES = statement<{ accountId: number; userId: number; deviceIds: readonly number[] }>(
  'users.add_devices',
  `insert into user_devices (account_id, user_id, device_id)
   select :accountId, :userId, id from unnest(:deviceIds::bigint[]) as id on conflict do nothing`,
);

export async function setDevices(
  tx: Tx,
  accountId: number,
  userId: number,
  deviceIds: readonly number[],
): Promise<void> {
  await FORGET_DEVICES.run(tx, { userId, deviceIds });
  if (deviceIds.length > 0) await ADD_DEVICES.run(tx, { accountId, userId, deviceIds });
}

/** Also the OIDC subject: the next log-in pins it again. */
export const forgetPassword = statement<{ id: number }>(
  'users.forget_password',
  'update users set password_hash = null, oidc_subject = null where id = :id',
).inTx.run;

/** First or new. An invited user becomes active. */
export const setPassword = statement<{ id: number; passwordHash: string }>(
  'users.set_password',
  `update users set password_hash = :passwordHash,
     status = case status when 'invited' then 'active' else status end
   where id = :id`,
).inTx.run;

/** With the link. */
export const deleteInvited = statement<{ id: number }>(
  'users.delete_invited',
  `delete from users where id = :id and status = 'invited'`,
).inTx.run;
