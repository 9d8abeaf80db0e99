import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface CheckRow {
  phone: string;
  asked_at: Date;
  is_settled: boolean;
  on_network: boolean | null;
}

/** A question that waits for its device. */
export interface OpenCheck {
  device_id: number;
  phone: string;
}

interface Asked {
  account_id: number;
  device_id: number;
  phones: readonly string[];
  at: Date;
}

export const findChecks = statement<{ account_id: number; phones: readonly string[] }, CheckRow>(
  'devices.find_number_checks',
  `select phone, asked_at, is_settled, on_network from number_checks
   where account_id = :account_id and phone = any (:phones::text[])`,
).all;
/** Until the end of the transaction. */
export const lockChecks = statement<{ account_id: number }>(
  'devices.lock_number_checks',
  `select pg_advisory_xact_lock(hashtextextended('number checks of an account', :account_id::bigint))`,
).inTx.run;
const COUNT_ASKED = statement<{ device_id: number; since: Date }, { count: number }>(
  'devices.count_number_checks',
  'select count(*) from number_checks where device_id = :device_id and asked_at > :since',
);
export const askNumbers = statement<Asked>(
  'devices.ask_numbers',
  `insert into number_checks (account_id, phone, device_id, asked_at)
   select :account_id::bigint, phone, :device_id::bigint, :at::timestamptz from unnest(:phones::text[]) phone
   on conflict (account_id, phone) do update
   set device_id = excluded.device_id, asked_at = excluded.asked_at, is_settled = false, on_network = null`,
).inTx.run;
const COUNT = statement<{ account_id: number }, { count: number }>(
  'devices.count_account_number_checks',
  'select count(*) from number_checks where account_id = :account_id',
);
/** Deletes the `limit` oldest numbers of an account. */
export const trimChecks = statement<{ account_id: number; limit: number }>(
  'devices.trim_number_checks',
  `with own as materialized (select phone, asked_at from number_checks where account_id = :account_id)
   delete from number_checks where account_id = :account_id and phone = any (array(
     select phone from own order by asked_at limit :limit
   ))`,
).inTx.run;
export const findOpenChecks = statement<{ device_ids: readonly number[]; since: Date }, OpenCheck>(
  'devices.find_open_number_checks',
  `select device_id, phone from number_checks
   where device_id = any (:device_ids::bigint[]) and asked_at > :since and not is_settled`,
).all;
const SETTLE = statement<{
  account_id: number;
  device_id: number;
  phones: readonly string[];
  answers: readonly (boolean | null)[];
}>(
  'devices.settle_number_checks',
  `update number_checks c set is_settled = true, on_network = a.on_network
   from unnest(:phones::text[], :answers::boolean[]) as a (phone, on_network)
   where c.account_id = :account_id and c.phone = a.phone and c.device_id = :device_id`,
);
export const deleteOldChecks = statement<{ before: Date; limit: number }>(
  'devices.delete_old_number_checks',
  `delete from number_checks where ctid = any (array(
     select ctid from number_checks where asked_at < :before order by asked_at limit :limit
   ))`,
).run;

/** Asked for since this time. */
export async function countAsked(tx: Tx, deviceId: number, since: Date): Promise<number> {
  return (await COUNT_ASKED.one(tx, { device_id: deviceId, since })).count;
}

/** Known or asked for. */
export async function countChecks(tx: Tx, accountId: number): Promise<number> {
  return (await COUNT.one(tx, { account_id: accountId })).count;
}

export async function settleChecks(
  db: Db,
  device: { id: number; account_id: number },
  answers: ReadonlyMap<string, boolean | null>,
): Promise<void> {
  await SETTLE.run(db, {
    account_id: device.account_id,
    device_id: device.id,
    phones: [...answers.keys()],
    answers: [...answers.values()],
  });
}
