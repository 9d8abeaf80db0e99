import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** A number of the simulated networks that belongs to an account. */
export interface NumberRow {
  number: string;
  name: string;
  is_phone: boolean;
  /** Null: no number of the official provider. */
  official_phone_number_id: string | null;
}

const COLUMNS = 'number, name, is_phone, official_phone_number_id';

/** At most `MAX_NUMBERS`. */
export const listNumbers = statement<{ account_id: number }, NumberRow>(
  'sandbox.list_numbers',
  `select ${COLUMNS} from sandbox_numbers where account_id = :account_id order by number`,
).all;

const FIND_ELSEWHERE = statement<{ account_id: number; numbers: readonly string[] }, { number: string }>(
  'sandbox.find_numbers_elsewhere',
  `select number from sandbox_numbers where number = any (:numbers::text[]) and account_id <> :account_id`,
);

/** Those of `numbers` that belong to other accounts. */
export async function findElsewhere(
  db: Db,
  accountId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await FIND_ELSEWHERE.all(db, { account_id: accountId, numbers });
  return rows.map(({ number }) => number);
}

/** One new number of an account at a time, for their limit. */
export const lockNumbers = statement<{ account_id: number }>(
  'sandbox.lock_numbers',
  `select pg_advisory_xact_lock(hashtextextended('sandbox numbers of an account', :account_id::bigint))`,
).inTx.run;

/** A known number of the account keeps its name. Undefined: it belongs to another account. */
export const saveNumber = statement<
  Omit<NumberRow, 'is_phone'> & { account_id: number; is_phone: boolean; now: Date },
  NumberRow
>(
  'sandbox.save_number',
  `insert into sandbox_numbers (number, account_id, name, is_phone, official_phone_number_id, created_at)
   values (:number, :account_id, :name, :is_phone, :official_phone_number_id, :now::timestamptz)
   on conflict (number) do update set
     is_phone = sandbox_numbers.is_phone or excluded.is_phone,
     official_phone_number_id =
       coalesce(sandbox_numbers.official_phone_number_id, excluded.official_phone_number_id)
   where sandbox_numbers.account_id = excluded.account_id
   returning ${COLUMNS}`,
).first;

const HIDE = statement<{ account_id: number; number: string }>(
  'sandbox.hide_phone',
  `update sandbox_numbers set is_phone = false
   where number = :number and account_id = :account_id and is_phone`,
);

/** False: the account has no such phone. */
export async function hidePhone(db: Db, accountId: number, number: string): Promise<boolean> {
  return (await HIDE.run(db, { account_id: accountId, number })) > 0;
}
