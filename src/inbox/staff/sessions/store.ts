import type { Rank, Role } from '../../../platform/accounts/role.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';

export interface SessionRow {
  /** SHA-256 of the cookie, in hex. */
  hash: string;
  id: number;
  secure: boolean;
  last_seen_at: Date;
  expires_at: Date;
  account_id: number;
  user_id: number;
  user_uuid: string;
  name: string;
  role: Role;
  is_operator: boolean;
  /** Of an agent; null for other roles. */
  device_ids: number[] | null;
}

/** Those of active users. */
export const findSessions = statement<{ hashes: readonly Buffer[] }, SessionRow>(
  'staff.find_sessions',
  `select encode(s.secret_hash, 'hex') as hash, s.id, s.secure, s.last_seen_at, s.expires_at,
     u.account_id, u.id as user_id, u.user_uuid, u.name, u.role, u.is_operator,
     case u.role when 'agent' then array(
       select d.device_id from user_devices d where d.user_id = u.id order by d.device_id
     ) end as device_ids
   from unnest(:hashes::bytea[]) as given (hash)
   cross join lateral (select * from user_sessions where secret_hash = given.hash offset 0) s
   cross join lateral (select * from users where id = s.user_id offset 0) u
   where u.status = 'active'`,
).all;

/** Undefined: ended, or user disabled. The rank stays until the transaction ends. */
export const lockRank = statement<{ id: number; user_id: number }, Rank>(
  'staff.lock_rank',
  `select u.role, u.is_operator as "isOperator" from users u
   where u.id = :user_id and u.status = 'active' and exists (select from user_sessions where id = :id)
   for share of u`,
).inTx.first;
const LOCK_ACTIVE = statement<{ id: number; account_id: number }, { user_uuid: string }>(
  'staff.lock_active_user',
  `select user_uuid from users where id = :id and account_id = :account_id and status = 'active' for no key update`,
);

interface NewSession {
  secret_hash: Buffer;
  account_id: number;
  user_id: number;
  secure: boolean;
  now: Date;
  expires_at: Date;
  address: string;
  user_agent: string | null;
}

const INSERT = statement<NewSession, { id: number }>(
  'staff.insert_session',
  `insert into user_sessions (secret_hash, account_id, user_id, secure, created_at, last_seen_at, expires_at,
     address, user_agent)
   values (:secret_hash, :account_id, :user_id, :secure, :now, :now, :expires_at, :address, :user_agent)
   returning id`,
);
const DELETE_OLDEST = statement<{ user_id: number; kept: number }>(
  'staff.delete_oldest_sessions',
  `delete from user_sessions where id = any (array(
     select id from user_sessions where user_id = :user_id order by id desc offset :kept
   ))`,
);
const NOTE_LOGIN = statement<{ id: number; now: Date }>(
  'staff.note_login',
  'update users set last_login_at = :now where id = :id',
);

const FIND_PROOF = statement<{ id: number }, { proved_at: Date }>(
  'staff.find_proof',
  'select coalesce(proved_at, created_at) as proved_at from user_sessions where id = :id',
);
const NOTE_PROOF = statement<{ id: number; now: Date }>(
  'staff.note_proof',
  'update user_sessions set proved_at = :now where id = :id',
);

const DELETE_ONE = statement<{ user_id: number; id: number }>(
  'staff.delete_session',
  'delete from user_sessions where id = :id and user_id = :user_id',
);
/** Returns their number. Null keeps none. */
export const deleteOtherSessions = statement<{ user_id: number; kept: number | null }>(
  'staff.delete_other_sessions',
  'delete from user_sessions where user_id = :user_id and id is distinct from :kept::bigint',
).inTx.run;

const DELETE_EXPIRED = statement<{ now: Date; limit: number }>(
  'staff.delete_expired_sessions',
  `delete from user_sessions where id = any (array(
     select id from user_sessions where expires_at <= :now order by expires_at, id limit :limit for update skip locked
   ))`,
);
const WRITE_LAST_USES = statement<{ ids: readonly number[]; times: readonly Date[] }>(
  'staff.write_last_uses',
  `with locked as materialized (
     select id from user_sessions where id = any (:ids::bigint[]) order by id for no key update
   )
   update user_sessions s set last_seen_at = used.at
   from unnest(:ids::bigint[], :times::timestamptz[]) as used (id, at)
   where s.id = any (array(select id from locked)) and s.id = used.id and used.at > s.last_seen_at`,
);

export interface ListedSession {
  id: number;
  session_uuid: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  address: string | null;
  user_agent: string | null;
}

/** Sessions that may call, newest first. */
export const listSessions = statement<{ user_id: number; now: Date; idleSince: Date }, ListedSession>(
  'staff.list_sessions',
  `select id, session_uuid, created_at, last_seen_at, expires_at, address, user_agent from user_sessions
   where user_id = :user_id and expires_at > :now and last_seen_at > :idleSince order by id desc`,
).all;
const FIND_ID = statement<{ user_id: number; uuid: string }, { id: number }>(
  'staff.find_session_id',
  'select id from user_sessions where session_uuid = :uuid and user_id = :user_id',
);

/** Undefined: not a session of the user. */
export async function findSessionId(db: Db, userId: number, uuid: string): Promise<number | undefined> {
  return (await FIND_ID.first(db, { user_id: userId, uuid }))?.id;
}

/** False: not active. Stays so until the transaction ends. */
export async function lockActiveUser(tx: Tx, accountId: number, userId: number): Promise<boolean> {
  return (await LOCK_ACTIVE.first(tx, { id: userId, account_id: accountId })) !== undefined;
}

/** Keeps the newest `kept`. */
export async function insertSession(tx: Tx, session: NewSession, kept: number): Promise<number> {
  const { id } = await INSERT.one(tx, session);
  await DELETE_OLDEST.run(tx, { user_id: session.user_id, kept });
  await NOTE_LOGIN.run(tx, { id: session.user_id, now: session.now });
  return id;
}

/** Last proof. Undefined: the session has ended. */
export async function findProof(db: Db, id: number): Promise<Date | undefined> {
  return (await FIND_PROOF.first(db, { id }))?.proved_at;
}

/** False: the session has ended. */
export async function noteProof(tx: Tx, id: number, now: Date): Promise<boolean> {
  return (await NOTE_PROOF.run(tx, { id, now })) > 0;
}

/** False: not a session of the user. */
export async function deleteSession(tx: Tx, userId: number, id: number): Promise<boolean> {
  return (await DELETE_ONE.run(tx, { user_id: userId, id })) > 0;
}

export async function writeLastUses(db: Db, uses: readonly { id: number; at: Date }[]): Promise<void> {
  await WRITE_LAST_USES.run(db, { ids: uses.map(({ id }) => id), times: uses.map(({ at }) => at) });
}

/** Returns their number. */
export function deleteExpired(db: Db, now: Date): Promise<number> {
  return inChunks((limit) => DELETE_EXPIRED.run(db, { now, limit }));
}
