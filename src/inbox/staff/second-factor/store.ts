import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface FactorState {
  totp_confirmed_at: Date | null;
  /** Number of those that are left. */
  recovery_codes: number;
}

export interface FactorRow {
  /** Sealed. */
  totp_secret: Buffer | null;
  totp_confirmed_at: Date | null;
}

export const findFactor = statement<{ userId: number }, FactorState>(
  'second_factor.find',
  `select totp_confirmed_at,
     (select count(*)::int from recovery_codes r where r.user_id = u.id) as recovery_codes
   from users u where u.id = :userId`,
).first;
/** One code of a user at a time. */
export const lockFactor = statement<{ userId: number }, FactorRow>(
  'second_factor.lock',
  'select totp_secret, totp_confirmed_at from users where id = :userId for no key update',
).inTx.first;
const BEGIN = statement<{ userId: number; secret: Buffer }>(
  'second_factor.begin',
  `update users set totp_secret = :secret, totp_step = null
   where id = :userId and totp_confirmed_at is null`,
);
const CONFIRM = statement<{ userId: number; secret: Buffer; step: number; now: Date }>(
  'second_factor.confirm',
  `update users set totp_confirmed_at = :now, totp_step = :step
   where id = :userId and totp_secret = :secret and totp_confirmed_at is null`,
);
const USE_STEP = statement<{ userId: number; secret: Buffer; step: number }>(
  'second_factor.use_step',
  `update users set totp_step = :step
   where id = :userId and totp_secret = :secret and totp_confirmed_at is not null and totp_step < :step::bigint`,
);
const CLEAR = statement<{ userId: number }, { had_factor: boolean }>(
  'second_factor.clear',
  `with locked as materialized (
     select id, totp_confirmed_at is not null as had_factor from users where id = :userId for no key update
   ), forgotten as (
     delete from recovery_codes r using locked where r.user_id = locked.id
   )
   update users u set totp_secret = null, totp_confirmed_at = null, totp_step = null
   from locked where u.id = locked.id
   returning locked.had_factor`,
);
const DELETE_CODES = statement<{ userId: number }>(
  'second_factor.delete_codes',
  'delete from recovery_codes where user_id = :userId',
);
const INSERT_CODES = statement<{ accountId: number; userId: number; hashes: readonly Buffer[] }>(
  'second_factor.insert_codes',
  `insert into recovery_codes (account_id, user_id, code_hash)
   select :accountId, :userId, hash from unnest(:hashes::bytea[]) as hash`,
);
const USE_CODE = statement<{ userId: number; hash: Buffer }>(
  'second_factor.use_code',
  'delete from recovery_codes where user_id = :userId and code_hash = :hash',
);

/** Replaces an unconfirmed secret. False: a second factor is active. */
export async function beginFactor(db: Db, userId: number, secret: Buffer): Promise<boolean> {
  return (await BEGIN.run(db, { userId, secret })) === 1;
}

/** False: already active, or another secret. */
export async function confirmFactor(
  tx: Tx,
  userId: number,
  { secret, step, now }: { secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  return (await CONFIRM.run(tx, { userId, secret, step, now })) === 1;
}

/** False: this step or a later one was used. */
export async function useStep(tx: Tx, userId: number, secret: Buffer, step: number): Promise<boolean> {
  return (await USE_STEP.run(tx, { userId, secret, step })) === 1;
}

/** False: the user had no confirmed second factor. */
export async function clearFactor(tx: Tx, userId: number): Promise<boolean> {
  return (await CLEAR.first(tx, { userId }))?.had_factor ?? false;
}

/** Earlier codes no longer work. */
export async function replaceCodes(
  tx: Tx,
  user: { id: number; account_id: number },
  hashes: readonly Buffer[],
): Promise<void> {
  await DELETE_CODES.run(tx, { userId: user.id });
  await INSERT_CODES.run(tx, { accountId: user.account_id, userId: user.id, hashes });
}

/** False: unknown or used. */
export async function useCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  return (await USE_CODE.run(tx, { userId, hash })) === 1;
}
