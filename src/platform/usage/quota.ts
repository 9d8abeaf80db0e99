const UNLIMITED = '9223372036854775807';

/** UTC, `YYYY-MM`. */
export function periodOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

const periodSql = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM')`;

/**
 * SQL: locks months, in account order. `units_left` is below zero after a change to a smaller plan. `is_newer`: another
 * transaction has changed the row since this statement began, which does not see the messages of that transaction.
 *
 * One node locks all rows. A lateral join would start one for each account, and each start costs a whole plan when the
 * row has changed.
 */
export const lockMonths = (accountIds: string, period: string) => `
  with locked as materialized (
    select u.account_id, u.messages_sent from usage_months u
    where u.account_id = any (array(${accountIds})) and u.period = ${period}
    order by u.account_id for update
  )
  select l.account_id, coalesce(p.monthly_quota, ${UNLIMITED}) - l.messages_sent as units_left,
    l.messages_sent <> seen.messages_sent as is_newer
  from locked l
  cross join lateral (
    select messages_sent from usage_months where account_id = l.account_id and period = ${period} offset 0
  ) seen
  cross join lateral (select plan from accounts where id = l.account_id offset 0) a
  cross join lateral (select monthly_quota from plans where name = a.plan offset 0) p`;

/** SQL: exact under a lock only. */
export const hasUnits = (accountId: string, plan: string, at: string) => `coalesce((
    select messages_sent from usage_months where account_id = ${accountId} and period = ${periodSql(at)}
  ), 0) < (select coalesce(monthly_quota, ${UNLIMITED}) from plans where name = ${plan})`;

/** SQL: counts `taken` (account_id, units) in locked rows. */
export const countUnits = (taken: string, period: string) => `
  update usage_months u set messages_sent = u.messages_sent + t.units
  from (${taken}) t
  where u.account_id = any (array(select account_id from (${taken}) ids))
    and u.account_id = t.account_id and u.period = ${period}`;

/** SQL: returns a unit per row of `refunds` (account_id, created_at). */
export const refundUnits = (refunds: string) => `
  update usage_months u set messages_sent = greatest(0, u.messages_sent - r.units)
  from (
    select account_id, ${periodSql('created_at')} as period, count(*) as units
    from (${refunds}) refunds group by 1, 2 order by 1, 2
  ) r
  where u.account_id = r.account_id and u.period = r.period`;
