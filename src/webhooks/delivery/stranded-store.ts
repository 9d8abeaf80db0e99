import type pg from 'pg';
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

/**
 * Settles up to `limitEach` deliveries of each of these webhooks, behind its place, that nobody may claim any more: those of a disabled webhook
 * are held, tests and those of a removed one have failed. What is under way is left alone. Answers the places where it goes on; webhooks with
 * nothing left are not among them.
 */
export async function settleStranded(
  pool: Pick<pg.Pool, 'query'>,
  places: readonly Place[],
  limitEach: number,
  now: Date,
): Promise<Place[]> {
  const { rows } = await pool.query<Place>(SETTLE, [
    places.map((place) => place.webhook_id),
    places.map((place) => place.late),
    places.map((place) => place.due_at),
    places.map((place) => place.id),
    now,
    limitEach,
  ]);
  return rows;
}

// From a place on, not from the start: what has been settled stays in the index until the next vacuum.
const SETTLE = `
  with stranded as materialized (
    select waits.*, w.id is null or waits.kind = 'test' as failed
    from unnest($1::bigint[], $2::boolean[], $3::timestamptz[], $4::bigint[]) as place (webhook_id, late, due_at, id)
    left join webhooks w on w.id = place.webhook_id,
    lateral (
      select d.id, d.webhook_id, d.kind, ${IS_LATE} as late, d.next_attempt_at as due_at from webhook_deliveries d
      where d.webhook_id = place.webhook_id and (${IS_LATE}, d.next_attempt_at, d.id) > (place.late, place.due_at, place.id)
        and d.status = 'pending' and (d.claim_id is null or d.next_attempt_at <= $5)
      order by ${IS_LATE}, d.next_attempt_at, d.id
      limit $6
      for update skip locked
    ) waits
    where w.id is null or not (${IS_LIVE})
  ), settled as (
    update webhook_deliveries d set
      status = case when failed then 'failed' else 'held' end,
      settled_at = case when failed then $5::timestamptz end,
      claim_id = null
    from stranded where d.id = stranded.id
  )
  select webhook_id, late, due_at, id
  from (
    select stranded.*, row_number() over (partition by webhook_id order by late, due_at, id) as number from stranded
  ) numbered
  where number = $6`;
