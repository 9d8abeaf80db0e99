import type { Db, Tx } from '../lib/db/db.ts';
import { statement } from '../lib/db/statement.ts';
import { countUnits, lockMonths } from './quota.ts';

export interface CallCount {
  account_id: number;
  period: string;
  calls: number;
}

// In the order of accounts, against deadlocks.
const ENSURE_MONTHS = statement<{ accountIds: readonly number[]; period: string }>(
  'usage.ensure_months',
  `insert into usage_months (account_id, period)
   select id, :period from unnest(:accountIds::bigint[]) as id order by id
   on conflict do nothing`,
);
const ADD_CALLS = statement<{
  accountIds: readonly number[];
  periods: readonly string[];
  calls: readonly number[];
}>(
  'usage.add_calls',
  `insert into usage_months (account_id, period, api_calls)
   select account_id, period, calls
   from unnest(:accountIds::bigint[], :periods::text[], :calls::bigint[])
     as counted (account_id, period, calls)
   order by account_id, period
   on conflict (account_id, period) do update set api_calls = usage_months.api_calls + excluded.api_calls`,
);
export const findMonth = statement<
  { accountId: number; period: string },
  { messages_sent: number; api_calls: number }
>(
  'usage.find_month',
  'select messages_sent, api_calls from usage_months where account_id = :accountId and period = :period',
).first;
/** Of the accounts that have a row for the month. */
export const listMonths = statement<
  { accountIds: readonly number[]; period: string },
  { account_id: number; messages_sent: number; api_calls: number }
>(
  'usage.list_months',
  `select account_id, messages_sent, api_calls from usage_months
   where account_id = any (:accountIds::bigint[]) and period = :period`,
).all;

/** SQL: 90 % of the quota are used. */
const IS_NEAR = 'u.messages_sent >= 0.9 * p.monthly_quota';

/** Of these accounts, those that have used 90 % of their quota. */
export const listNearQuota = statement<
  { accountIds: readonly number[]; period: string },
  { account_id: number; is_full: boolean }
>(
  'usage.list_near_quota',
  `select a.id as account_id, u.messages_sent >= p.monthly_quota as is_full
   from accounts a join plans p on p.name = a.plan
   cross join lateral (
     select messages_sent from usage_months where account_id = a.id and period = :period offset 0
   ) u
   where a.id = any (:accountIds::bigint[]) and ${IS_NEAR}`,
).all;

/** Active accounts by the share of their quota. */
export const countNearQuota = statement<{ period: string }, { near: number; full: number }>(
  'usage.count_near_quota',
  `select count(*) filter (where ${IS_NEAR})::int as near,
     count(*) filter (where u.messages_sent >= p.monthly_quota)::int as full
   from accounts a join plans p on p.name = a.plan
   cross join lateral (
     select messages_sent from usage_months where account_id = a.id and period = :period offset 0
   ) u
   where a.status = 'active' and p.monthly_quota is not null`,
).one;

const TAKE_UNITS = statement<{ accountId: number; period: string; wanted: number }, { granted: number }>(
  'usage.take_units',
  `with months as materialized (${lockMonths('select :accountId::bigint as account_id', ':period')}),
   taken as materialized (
     select account_id, least(:wanted::bigint, greatest(0, units_left)) as units from months
   ), counted as (${countUnits('select account_id, units from taken', ':period')})
   select units as granted from taken`,
);

export async function ensureMonths(db: Db, accountIds: readonly number[], period: string): Promise<void> {
  await ENSURE_MONTHS.run(db, { accountIds, period });
}

export async function addCalls(db: Db, counts: readonly CallCount[]): Promise<void> {
  await ADD_CALLS.run(db, {
    accountIds: counts.map((count) => count.account_id),
    periods: counts.map((count) => count.period),
    calls: counts.map((count) => count.calls),
  });
}

/**
 * Returns the number taken; a plan without a quota gives all. Null: the row of the month does not exist. It stays
 * locked until the transaction ends.
 */
export async function takeUnits(
  tx: Tx,
  accountId: number,
  period: string,
  wanted: number,
): Promise<number | null> {
  const row = await TAKE_UNITS.first(tx, { accountId, period, wanted });
  return row?.granted ?? null;
}
