/** SQL: not later than the next change by time. Null: never. Messages may postpone it. */
export const timerOf = (accountId: string, state: string, now: string) => `(
  select ${now}::timestamptz + make_interval(mins => case ${state}
    when 'human_active' then idle.human_idle_return_minutes when 'bot' then idle.bot_idle_close_minutes
    when 'human_waiting' then idle.queue_return_minutes end)
  from accounts idle where idle.id = ${accountId})`;

/**
 * SQL: the next change of `c` by time. Null: never. Answered conversations are idle after the
 * snooze, and after the last sign of staff. Only a reply ends a wait.
 */
export const DUE = `(
  select case c.owner_state
    when 'human_active' then greatest(c.owner_since, s.signed, c.waiting_since, s.snoozed)
      + make_interval(mins => idle.human_idle_return_minutes)
    when 'bot' then case when c.waiting_since is null then greatest(c.last_at, s.snoozed)
        else greatest(c.owner_since, c.waiting_since) end
      + make_interval(mins => idle.bot_idle_close_minutes)
    when 'human_waiting' then greatest(c.owner_since, s.snoozed) + make_interval(mins => idle.queue_return_minutes)
  end
  from accounts idle
  cross join lateral (
    select case when c.waiting_since is null then c.snoozed_until end as snoozed,
      case when c.waiting_since is null then c.last_human_at end as signed
  ) s
  where idle.id = c.account_id)`;
