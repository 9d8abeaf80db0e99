import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** Has a password. */
export interface Candidate {
  id: number;
  user_uuid: string;
  account_id: number;
  email: string;
  name: string;
  /** Argon2id. */
  password_hash: string;
  totp_confirmed_at: Date | null;
}

export const findCandidates = statement<
  { email: string; account_id: number | null; limit: number },
  Candidate
>(
  'staff.find_candidates',
  `select u.id, u.user_uuid, u.account_id, u.email, u.name, u.password_hash, u.totp_confirmed_at
   from users u
   where u.email = :email and u.status = 'active' and u.password_hash is not null
     and u.account_id = coalesce(:account_id::bigint, u.account_id)
   order by u.id limit :limit`,
).all;
const LOCK_HASH = statement<{ id: number }, { password_hash: string | null }>(
  'staff.lock_password',
  'select password_hash from users where id = :id for no key update',
);
export const setPasswordHash = statement<{ id: number; password_hash: string }>(
  'staff.set_password',
  'update users set password_hash = :password_hash where id = :id',
).inTx.run;

/** Locks the user until the transaction ends. */
export async function lockPasswordHash(tx: Tx, userId: number): Promise<string | null> {
  return (await LOCK_HASH.first(tx, { id: userId }))?.password_hash ?? null;
}
