/** More units than any account has. */
const UNLIMITED = '9223372036854775807';

/** UTC, `YYYY-MM`. */
export function periodOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

const periodSql = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM')`;

/**
 * SQL: locks the rows of a month in the order of their accounts. `units_left` is negative after a change to a
 * smaller plan. `moved`: another transaction has changed the row since the statement began.
 */
export const lockMonths = (accountIds: string, period: string) => `
  select months.*
  from (select distinct account_id from (${accountIds}) ids order by account_id) asked
  cross join lateral (
    select u.account_id, coalesce(p.monthly_quota, ${UNLIMITED}) - u.messages_sent as units_left,
      u.messages_sent <> seen.messages_sent as moved
    from usage_months u
    join usage_months seen on seen.account_id = u.account_id and seen.period = u.period
    join accounts a on a.id = u.account_id join plans p on p.name = a.plan
    where u.account_id = asked.account_id and u.period = ${period}
    for update of u
  ) months`;

/** SQL: counts the units of `taken` (account_id, units). The rows must be locked. */
export const countUnits = (taken: string, period: string) => `
  update usage_months u set messages_sent = u.messages_sent + t.units
  from (${taken}) t
  where u.account_id = any (array(select account_id from (${taken}) ids))
    and u.account_id = t.account_id and u.period = ${period}`;

/** SQL: returns one unit per row of `refunds` (account_id, created_at) to the month that counted it. */
export const refundUnits = (refunds: string) => `
  update usage_months u set messages_sent = greatest(0, u.messages_sent - r.units)
  from (
    select account_id, ${periodSql('created_at')} as period, count(*) as units
    from (${refunds}) refunds group by 1, 2 order by 1, 2
  ) r
  where u.account_id = r.account_id and u.period = r.period`;
