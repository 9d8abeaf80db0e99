import { type Queryable, statement } from '../../lib/db/statement.ts';
import { IS_LATE, IS_LIVE } from './store.ts';

/** How far the deliveries of one webhook are settled, in the order of the index of what is due. */
export interface Place {
  webhook_id: number;
  late: boolean;
  due_at: Date;
  id: number;
}

/** Before everything that waits for the webhook. */
export function startOf(webhookId: number): Place {
  return { webhook_id: webhookId, late: false, due_at: new Date(0), id: 0 };
}

// From a place on, not from the start: what has been settled stays in the index until the next vacuum.
const SETTLE = statement<
  {
    webhook_ids: readonly number[];
    late: readonly boolean[];
    due_ats: readonly Date[];
    ids: readonly number[];
    now: Date;
    limit: number;
  },
  Place
>(
  'webhooks.settle_stranded',
  `with stranded as materialized (
    select waits.*, w.id is null or waits.kind = 'test' as failed
    from unnest(:webhook_ids::bigint[], :late::boolean[], :due_ats::timestamptz[], :ids::bigint[])
      as place (webhook_id, late, due_at, id)
    left join lateral (
      select w.id, ${IS_LIVE} as live from webhooks w where w.id = place.webhook_id offset 0
    ) w on true
    cross join lateral (
      select d.id, d.webhook_id, d.kind, ${IS_LATE} as late, d.next_attempt_at as due_at
      from webhook_deliveries d
      where d.webhook_id = place.webhook_id
        and (${IS_LATE}, d.next_attempt_at, d.id) > (place.late, place.due_at, place.id)
        and d.status = 'pending' and (d.claim_id is null or d.next_attempt_at <= :now) and w.live is not true
      order by ${IS_LATE}, d.next_attempt_at, d.id
      limit :limit
      for update skip locked
    ) waits
  ), settled as (
    update webhook_deliveries d set
      status = case when failed then 'failed' else 'held' end,
      settled_at = case when failed then :now::timestamptz end,
      claim_id = null
    from stranded where d.id = stranded.id and d.id = any (array(select id from stranded))
  )
  select webhook_id, late, due_at, id
  from (
    select stranded.*, row_number() over (partition by webhook_id order by late, due_at, id) as number
    from stranded
  ) numbered
  where number = :limit`,
);

/**
 * Settles up to `limitEach` deliveries of each of these webhooks, behind its place, that nobody may claim any more: those of a disabled webhook
 * are held, tests and those of a removed one have failed. What is under way is left alone. Answers the places where it goes on; webhooks with
 * nothing left are not among them.
 */
export function settleStranded(
  db: Queryable,
  places: readonly Place[],
  limitEach: number,
  now: Date,
): Promise<Place[]> {
  return SETTLE.all(db, {
    webhook_ids: places.map((place) => place.webhook_id),
    late: places.map((place) => place.late),
    due_ats: places.map((place) => place.due_at),
    ids: places.map((place) => place.id),
    now,
    limit: limitEach,
  });
}
