import type { EventConsumer } from './consumer.ts';

// Deleting by ctid is safe: locked rows are never updated.

export interface TakeLimits {
  events: number;
  accounts: number;
  weight: number;
}

/**
 * SQL: `batch` (account_id, event_id, type) deletes the first `:events` unlocked rows. `progress.next`: 0 when more may
 * follow.
 */
export function takeFirst({ name }: EventConsumer): string {
  return `batch as (
    delete from event_backlog where ctid = any (array(
      select ctid from event_backlog where consumer = '${name}'
      order by account_id, event_id limit :events for update skip locked
    ))
    returning account_id, event_id, type
  ), progress as (
    select case when count(*) = :events then 0 end as next from batch
  )`;
}

/**
 * SQL for `with recursive`: round-robin after the account `:after`, so that no backlog delays others. `weightOf` reads
 * `waiting`.
 */
export function takeRoundRobin({ name }: EventConsumer, weightOf: string): string {
  return `waiting (account_id, first_id, number) as (
    (select account_id, event_id, 1 from event_backlog
     where consumer = '${name}' and account_id > :after
     order by account_id, event_id limit 1)
    union all
    select next.account_id, next.event_id, waiting.number + 1
    from waiting, lateral (
      select account_id, event_id from event_backlog
      where consumer = '${name}' and account_id > waiting.account_id
      order by account_id, event_id limit 1
    ) next
    where waiting.number < :accounts
  ), ${shares(name, weightOf)}, batch as (
    delete from event_backlog where ctid = any (array(
      select one.row from shares, lateral (
        select b.ctid as row from event_backlog b
        where b.consumer = '${name}' and b.account_id = shares.account_id and b.event_id >= shares.first_id
        order by b.event_id limit shares.events
        for update skip locked
      ) one
      limit :events
    ))
    returning account_id, event_id, type
  ), served as (
    select max(account_id) as last, sum(events) as events from shares
  ), progress as (
    select case
      when served.last < counted.last or counted.accounts = :accounts then served.last
      when :after > 0 then 0
      when exists (select from batch) and exists (
        select from rounds having count(*) > served.events or max(round) = counted.most
      ) then 0
    end as next
    from counted, served
  )`;
}

/** At most twice an equal share: small backlogs leave room. */
function shares(name: string, weightOf: string): string {
  return `counted as materialized (
    select max(account_id) as last, count(*) as accounts,
      greatest(1, least(:events::bigint, 2 * :events::bigint / nullif(count(*), 0))) as most
    from waiting
  ), rounds as materialized (
    select waiting.account_id, waiting.first_id, numbered.round
    from waiting, lateral (
      select row_number() over () as round from (
        select from event_backlog b
        where b.consumer = '${name}' and b.account_id = waiting.account_id and b.event_id >= waiting.first_id
        order by b.event_id limit (select most from counted)
      ) one
    ) numbered
  ), weights as materialized (
    select account_id, ${weightOf} as weight from waiting
  ), shares as materialized (
    select account_id, first_id, count(*) as events
    from (
      select account_id, first_id, row_number() over in_turn as position,
        sum(weight) over (in_turn rows between unbounded preceding and 1 preceding) as weight_before
      from rounds join weights using (account_id)
      window in_turn as (order by round, account_id)
    ) weighed
    where position <= :events and coalesce(weight_before, 0) < :weight
    group by account_id, first_id
  )`;
}
