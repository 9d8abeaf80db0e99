import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { DUE } from '../ownership/idle-times.ts';

export interface ChangedAccount {
  id: number;
  changed_at: Date;
}

export const listChanged = statement<{ after: number; limit: number }, ChangedAccount>(
  'conversations.list_changed_settings',
  `select id, idle_times_changed_at as changed_at from accounts
   where idle_times_changed_at is not null and id > :after order by id limit :limit::bigint`,
).all;

/** By people: rows of lists move. Merges set timers themselves. */
const RENEW = statement<{ accountId: number; after: number; limit: number }, { last: number | null }>(
  'conversations.renew_timers',
  `with batch as materialized (
    select id from people where account_id = :accountId and id > :after order by id limit :limit::bigint
  ), locked as materialized (
    select id from conversations
    where id = any (array(
      select c.id from batch b
      cross join lateral (select id, owner_state from conversations where person_id = b.id offset 0) c
      where c.owner_state <> 'closed'
    ))
    order by id for no key update
  ), renewed as (
    update conversations c set timer_at = ${DUE} where c.id = any (array(select id from locked))
  )
  select max(id) as last from batch`,
);

/** Returns the last person, or null after the end. */
export async function renewTimers(
  tx: Tx,
  accountId: number,
  after: number,
  limit: number,
): Promise<number | null> {
  return (await RENEW.one(tx, { accountId, after, limit })).last;
}

/** Another change in between stays. */
export const forgetChange = statement<{ accountId: number; changedAt: Date }>(
  'conversations.forget_changed_settings',
  `update accounts set idle_times_changed_at = null
   where id = :accountId and idle_times_changed_at = :changedAt::timestamptz`,
).run;
