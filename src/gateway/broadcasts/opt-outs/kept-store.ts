import { statement } from '../../../platform/lib/db/statement.ts';

interface Macs {
  accountIds: readonly number[];
  macs: readonly Buffer[];
}

export const findMacs = statement<{ accountId: number; macs: readonly Buffer[] }, { phone_mac: Buffer }>(
  'opt_outs.find_kept',
  'select phone_mac from kept_opt_outs where account_id = :accountId and phone_mac = any (:macs::bytea[])',
).all;

/** A mac holds its account, so that no other pair fits. */
export const deleteMacs = statement<Macs>(
  'opt_outs.delete_kept',
  `delete from kept_opt_outs
   where account_id = any (:accountIds::bigint[]) and phone_mac = any (:macs::bytea[])`,
).run;

/** The opt-outs go. Their numbers stay as macs alone. */
export const eraseOptOuts = statement<
  { accountId: number; phones: readonly string[]; macs: readonly Buffer[]; until: Date },
  { erased: number }
>(
  'opt_outs.erase',
  `with gone as (
    delete from opt_outs
    where account_id = :accountId and phone = any (:phones::text[]) and created_at <= :until::timestamptz
    returning account_id, created_at
  ), history as (
    delete from opt_out_changes
    where account_id = :accountId and phone = any (:phones::text[]) and happened_at <= :until::timestamptz
  ), kept as (
    insert into kept_opt_outs (account_id, phone_mac, created_at)
    select gone.account_id, mac, min(gone.created_at) from gone cross join unnest(:macs::bytea[]) as mac
    group by gone.account_id, mac
    on conflict (account_id, phone_mac) do nothing
  )
  select count(*)::int as erased from gone`,
).inTx.one;
