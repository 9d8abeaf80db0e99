import type pg from 'pg';
import type { Due } from './places.ts';
import { IS_LIVE } from './store.ts';

/** Where statements run. */
type Queries = Pick<pg.Pool, 'query'>;

/** What came of one statement. */
export interface FannedOut {
  /** Who has something due by it. */
  due: Due[];
  /** Null when all is fanned out, as far as nobody else has it in hand; otherwise the account behind which the next turn begins. */
  next: number | null;
}

/** How much one turn may take on. */
export interface TurnLimits {
  events: number;
  /** No more events once they make so many; those of the last one are made in full. */
  deliveries: number;
  accounts: number;
}

/**
 * Turns up to `limit` events into one delivery per enabled, subscribed webhook of their account, and marks them, all in one statement: the short
 * way for when that is all there is. Events another process is just fanning out are passed over, so any number of processes may do this at once.
 */
export async function fanOutFew(pool: Queries, limit: number, now: Date): Promise<FannedOut> {
  const { rows } = await pool.query<FannedOut>(FEW, [limit, now]);
  return rows[0] ?? { due: [], next: null };
}

/**
 * The same for a backlog: an event of each account behind `after` that has any, then a second one of each, and so on up to the limits. So the
 * backlog of one account is not in the way of others, and within an account events keep their order.
 */
export async function fanOutInTurn(
  pool: Queries,
  { events, deliveries, accounts }: TurnLimits,
  after: number,
  now: Date,
): Promise<FannedOut> {
  const { rows } = await pool.query<FannedOut>(IN_TURN, [events, now, deliveries, accounts, after]);
  return rows[0] ?? { due: [], next: null };
}

// Its events are found by id, whatever the planner believes of the size of a batch.
const MADE_OF_BATCH = `inserted as (
    insert into webhook_deliveries (account_id, webhook_id, event_id, next_attempt_at, created_at)
    select w.account_id, w.id, b.id, $2, $2
    from batch b join webhooks w on w.account_id = b.account_id and ${IS_LIVE} and b.type = any (w.events)
    order by b.id, w.id
    returning account_id, webhook_id
  ), marked as (
    update events set fanned_out = true where id = any (array(select id from batch))
  )`;

const DUE = `(
    select coalesce(json_agg(endpoint), '[]')
    from (select distinct webhook_id, account_id, false as late from inserted) endpoint
  )`;

const FEW = `
  with batch as materialized (
    select id, account_id, type from events where not fanned_out order by account_id, id limit $1 for update skip locked
  ), ${MADE_OF_BATCH}
  select case when (select count(*) from batch) = $1 then 0 end as next, ${DUE} as due`;

// Shares are counted before anything is locked: what is locked is fanned out. Of each account no more is counted than twice what it gets when all
// have a backlog, which leaves something of what small ones do not need. Only the walk from account to account passes over the dead entries of
// the index; everything else begins at the first live one.
const IN_TURN = `
  with recursive backlog (account_id, first, number) as (
    (select e.account_id, e.id, 1 from events e where not e.fanned_out and e.account_id > $5 order by e.account_id, e.id limit 1)
    union all
    select next.account_id, next.id, backlog.number + 1
    from backlog, lateral (
      select e.account_id, e.id from events e where not e.fanned_out and e.account_id > backlog.account_id
      order by e.account_id, e.id limit 1
    ) next
    where backlog.number < $4
  ), counted as materialized (
    select max(account_id) as last, count(*) as accounts, greatest(1, least($1::bigint, 2 * $1::bigint / nullif(count(*), 0))) as most
    from backlog
  ), turns as materialized (
    select backlog.account_id, backlog.first, waits.turn
    from backlog, lateral (
      select row_number() over () as turn from (
        select from events e where e.account_id = backlog.account_id and e.id >= backlog.first and not e.fanned_out
        order by e.id limit (select most from counted)
      ) one
    ) waits
  ), webhooks_of as (
    select w.account_id, count(*) as count from webhooks w
    where w.account_id in (select account_id from backlog) and ${IS_LIVE}
    group by w.account_id
  ), shares as materialized (
    select account_id, first, count(*) as events
    from (
      select account_id, first, row_number() over in_turn as place,
        sum(coalesce(count, 0)) over (in_turn rows between unbounded preceding and 1 preceding) as made
      from turns left join webhooks_of using (account_id)
      window in_turn as (order by turn, account_id)
    ) weighed
    where place <= $1 and coalesce(made, 0) < $3
    group by account_id, first
  ), batch as materialized (
    select one.* from shares, lateral (
      select e.id, e.account_id, e.type from events e
      where e.account_id = shares.account_id and e.id >= shares.first and not e.fanned_out
      order by e.id limit shares.events
      for update skip locked
    ) one
    limit $1
  ), ${MADE_OF_BATCH}, served as (
    select max(account_id) as last, sum(events) as events from shares
  )
  select
    case
      when served.last < counted.last or counted.accounts = $4 then served.last
      when $5 > 0 then 0
      when exists (select from batch) and exists (
        select from turns having count(*) > served.events or max(turn) = counted.most
      ) then 0
    end as next,
    ${DUE} as due
  from counted, served`;
