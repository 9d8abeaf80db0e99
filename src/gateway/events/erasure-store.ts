import { statement } from '../../platform/lib/db/statement.ts';

export interface Walk {
  accountId: number;
  phones: readonly string[];
  /** Of the last event of the piece before. */
  at: string;
  id: number;
  until: Date;
  limit: number;
}

/** An event names its person in one of its fields. A text of another person may have the number too. */
export const findEvents = statement<Walk, { id: number; at: string; is_named: boolean }>(
  'events.find_erased',
  `select e.id, e.created_at::text as at, exists (
     select from json_each_text(e.body::json) field
     where field.key <> 'body' and field.value = any (:phones::text[])
   ) as is_named
   from events e
   where e.account_id = :accountId and (e.created_at, e.id) > (:at::timestamptz, :id::bigint)
     and e.created_at <= :until::timestamptz
   order by e.created_at, e.id limit :limit::bigint`,
).all;

export const deleteBacklog = statement<{ accountId: number; ids: readonly number[] }>(
  'events.delete_erased_backlog',
  `delete from event_backlog
   where consumer = any (array(select consumer from event_subscriptions where account_id = :accountId))
     and account_id = :accountId and event_id = any (:ids::bigint[])`,
).inTx.run;
