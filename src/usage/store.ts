import { sql } from 'kysely';
import type { Db, Tx } from '../lib/db/db.ts';

export interface CallCount {
  account_id: number;
  period: string;
  calls: number;
}

/** Rows are touched in the order of accounts, as everywhere, so that two statements never wait for each other in a circle. */
export async function ensureMonths(db: Db, accountIds: readonly number[], period: string): Promise<void> {
  await sql`
    insert into usage_months (account_id, period)
    select id, ${period} from unnest(${accountIds}::bigint[]) as id order by id
    on conflict do nothing
  `.execute(db);
}

export async function addCalls(db: Db, counts: readonly CallCount[]): Promise<void> {
  const accountIds = counts.map((count) => count.account_id);
  const periods = counts.map((count) => count.period);
  const calls = counts.map((count) => count.calls);
  await sql`
    insert into usage_months (account_id, period, api_calls)
    select account_id, period, calls
    from unnest(${accountIds}::bigint[], ${periods}::text[], ${calls}::bigint[]) as counted (account_id, period, calls)
    order by account_id, period
    on conflict (account_id, period) do update set api_calls = usage_months.api_calls + excluded.api_calls
  `.execute(db);
}

export function findMonth(
  db: Db,
  accountId: number,
  period: string,
): Promise<{ messages_sent: number; api_calls: number } | undefined> {
  return db
    .selectFrom('usage_months')
    .select(['messages_sent', 'api_calls'])
    .where('account_id', '=', accountId)
    .where('period', '=', period)
    .executeTakeFirst();
}

/**
 * Takes up to `wanted` units of the month's quota and answers how many there were; the row of the month is locked until the transaction
 * ends, and must exist. A plan without a quota gives all of them.
 */
export async function takeUnits(tx: Tx, accountId: number, period: string, wanted: number): Promise<number> {
  const { rows } = await sql<{ granted: number }>`
    with room as (
      select u.account_id, least(${wanted}::bigint, greatest(0, coalesce(p.monthly_quota - u.messages_sent, ${wanted}::bigint))) as granted
      from usage_months u join accounts a on a.id = u.account_id join plans p on p.name = a.plan
      where u.account_id = ${accountId} and u.period = ${period}
      for update of u
    )
    update usage_months u set messages_sent = u.messages_sent + room.granted
    from room where u.account_id = room.account_id and u.period = ${period}
    returning room.granted`.execute(tx);
  return rows[0]?.granted ?? 0;
}
