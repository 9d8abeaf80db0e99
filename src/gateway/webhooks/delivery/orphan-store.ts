import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { IS_LIVE, IS_REPEAT } from '../conditions.ts';

export interface OrphanCursor {
  webhook_id: number;
  repeat: boolean;
  due_at: Date;
  id: number;
}

export function startOf(webhookId: number): OrphanCursor {
  return { webhook_id: webhookId, repeat: false, due_at: new Date(0), id: 0 };
}

// Starts at a cursor, because closed deliveries leave dead index entries until the next vacuum.
const CLOSE_ORPHANS = statement<
  {
    webhook_ids: readonly number[];
    repeats: readonly boolean[];
    due_ats: readonly Date[];
    ids: readonly number[];
    now: Date;
    limit: number;
  },
  OrphanCursor
>(
  'webhooks.close_orphans',
  // `enableWebhook` waits for this lock, so its list of held deliveries includes these.
  `with webhook as materialized (
    select w.id, ${IS_LIVE} as live from webhooks w
    where w.id = any (:webhook_ids::bigint[]) order by w.id for share
  ), orphan as materialized (
    select pending.*, w.id is null or pending.kind = 'test' as failed
    from unnest(:webhook_ids::bigint[], :repeats::boolean[], :due_ats::timestamptz[], :ids::bigint[])
      as after (webhook_id, repeat, due_at, id)
    left join webhook w on w.id = after.webhook_id
    cross join lateral (
      select d.id, d.webhook_id, d.kind, ${IS_REPEAT} as repeat, d.next_attempt_at as due_at
      from webhook_deliveries d
      where d.webhook_id = after.webhook_id
        and (${IS_REPEAT}, d.next_attempt_at, d.id) > (after.repeat, after.due_at, after.id)
        and d.status = 'pending' and (d.claim_id is null or d.next_attempt_at <= :now) and w.live is not true
      order by ${IS_REPEAT}, d.next_attempt_at, d.id
      limit :limit
      for update skip locked
    ) pending
  ), closed as (
    update webhook_deliveries d set
      status = case when failed then 'failed' else 'held' end,
      settled_at = case when failed then :now::timestamptz end,
      claim_id = null
    from orphan where d.id = orphan.id and d.id = any (array(select id from orphan))
  )
  select webhook_id, repeat, due_at, id
  from (
    select orphan.*, row_number() over (partition by webhook_id order by repeat, due_at, id) as number
    from orphan
  ) numbered
  where number = :limit`,
);

/**
 * Tests, and deliveries of removed webhooks, fail; others are held. Returns where webhooks with more orphans continue.
 */
export function closeOrphans(
  db: Queryable,
  cursors: readonly OrphanCursor[],
  limitEach: number,
  now: Date,
): Promise<OrphanCursor[]> {
  return CLOSE_ORPHANS.all(db, {
    webhook_ids: cursors.map((cursor) => cursor.webhook_id),
    repeats: cursors.map((cursor) => cursor.repeat),
    due_ats: cursors.map((cursor) => cursor.due_at),
    ids: cursors.map((cursor) => cursor.id),
    now,
    limit: limitEach,
  });
}
