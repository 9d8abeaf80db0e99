import type { Queryable } from '../../../platform/lib/db/statement.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { MESSAGING_LIMIT } from '../../devices/official/limit-sql.ts';

export interface Scope {
  account_id: number;
  limit_scope: string;
}

const NUMBERS = `numbers as materialized (
  select id from (
    select id, ${MESSAGING_LIMIT} from devices
    where account_id = :account_id and released_at is null and engine = 'official_cloud'
  ) d
  where limit_scope = :limit_scope
)`;

const LATEST = 20;

/** SQL, for the number `n`. */
const latestOf = (phone: string) => `
  select direction, created_at, status, details, broadcast_id from messages
  where device_id = n.id and phone = ${phone} and length(phone) <= 512
  order by id desc limit ${LATEST}`;

/**
 * SQL: whether template `m` counts. The runner marks messages within the reply window; for others, the window is looked
 * up.
 */
const countsFor = (phone: string) => `
  m.status <> 'failed' and (m.broadcast_id is not null or not exists (
    select from (${latestOf(phone)}) l
    where l.direction = 'in' and l.created_at > m.created_at - interval '1 day' and l.created_at <= m.created_at
  ))`;

export interface Allowance {
  people_left: number;
  counted_at: Date;
}

/** Excludes other numbers of the scope until the transaction ends. */
export const lockAllowance = statement<Scope, Allowance>(
  'broadcasts.lock_allowance',
  `insert into messaging_allowances (account_id, scope, people_left, counted_at)
   values (:account_id, :limit_scope, 0, '-infinity')
   on conflict (account_id, scope) do update set scope = excluded.scope
   returning people_left, case when isfinite(counted_at) then counted_at else to_timestamp(0) end as counted_at`,
).one;

const SAVE_ALLOWANCE = statement<Scope & Allowance>(
  'broadcasts.save_allowance',
  `update messaging_allowances set people_left = :people_left, counted_at = :counted_at
   where account_id = :account_id and scope = :limit_scope`,
);

export async function saveAllowance(db: Queryable, scope: Scope, allowance: Allowance): Promise<void> {
  const { account_id, limit_scope } = scope;
  await SAVE_ALLOWANCE.run(db, { account_id, limit_scope, ...allowance });
}

export interface Used {
  people: number;
  /** When the first of them stops to count. */
  oldest: Date | null;
}

/** People without an open window who got a template since `dayAgo`. */
export const countUsed = statement<Scope & { dayAgo: Date }, Used>(
  'broadcasts.count_used_limit',
  `with ${NUMBERS}, people as (
    select m.phone, max(m.created_at) as at
    from numbers n cross join lateral (
      select phone, created_at, broadcast_id, status from messages
      where device_id = n.id and created_at > :dayAgo and direction = 'out' and details ? 'template'
        and not details ? 'in_window' offset 0
    ) m
    where ${countsFor('m.phone')}
    group by m.phone
  )
  select count(*)::int as people, min(at) as oldest from people`,
).one;

export interface FreePerson {
  phone: string;
  has_window: boolean;
}

/** People with an open window at this number, and those who count already. */
export const findFree = statement<
  Scope & { deviceId: number; phones: readonly string[]; dayAgo: Date },
  FreePerson
>(
  'broadcasts.find_free_of_limit',
  `with ${NUMBERS}
  select p.phone, bool_or(m.direction = 'in') as has_window
  from unnest(:phones::text[]) as p (phone)
  cross join numbers n
  cross join lateral (${latestOf('p.phone')}) m
  where m.created_at > :dayAgo and (
    (m.direction = 'in' and n.id = :deviceId)
    or (m.direction = 'out' and m.details ? 'template' and not m.details ? 'in_window' and ${countsFor('p.phone')})
  )
  group by p.phone`,
).all;

const LIST_ALLOWANCES = statement<
  { accountIds: readonly number[]; scopes: readonly string[] },
  Scope & Allowance
>(
  'broadcasts.list_allowances',
  `select a.account_id, a.scope as limit_scope, a.people_left, a.counted_at
   from unnest(:accountIds::bigint[], :scopes::text[]) as asked (account_id, scope)
   cross join lateral (
     select * from messaging_allowances where account_id = asked.account_id and scope = asked.scope offset 0
   ) a
   where isfinite(a.counted_at)`,
);

export function listAllowances(db: Queryable, scopes: readonly Scope[]): Promise<(Scope & Allowance)[]> {
  return LIST_ALLOWANCES.all(db, {
    accountIds: scopes.map(({ account_id }) => account_id),
    scopes: scopes.map(({ limit_scope }) => limit_scope),
  });
}
