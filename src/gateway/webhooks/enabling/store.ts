import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { AT_ONCE } from '../conditions.ts';
import type { WebhookStatus } from '../schema.ts';

interface WebhookOf {
  account_id: number;
  webhook_id: number;
}

interface Failures {
  status: WebhookStatus;
  failure_count: number;
  disabled_at: Date | null;
}

export const lockFailures = statement<WebhookOf, Failures>(
  'webhooks.lock_failures',
  `select status, failure_count, disabled_at from webhooks
   where id = :webhook_id and account_id = :account_id for no key update`,
).inTx.first;
const ENABLE = statement<WebhookOf & { limit: number; now: Date }>(
  'webhooks.enable',
  // A result of an earlier attempt cannot make the webhook failing again.
  `update webhooks set
     status = 'enabled',
     failure_count = 0,
     disabled_at = null,
     failing_since = case status when 'enabled' then failing_since end,
     last_error = case status when 'enabled' then last_error end,
     judged_at = case status when 'enabled' then judged_at else ${AT_ONCE} end
   where id = :webhook_id and account_id = :account_id and (
     status = 'enabled'
     or (select count(*) from webhooks where account_id = :account_id and status = 'enabled') < :limit
   )`,
);

const DISABLE = statement<WebhookOf & { now: Date }>(
  'webhooks.disable',
  `update webhooks set status = 'disabled', disabled_at = :now::timestamptz
   where id = :webhook_id and account_id = :account_id and status = 'enabled'`,
);

/** Call it in the transaction of `lockAccount`. False: too many enabled webhooks. */
export async function enable(
  tx: Tx,
  webhook: WebhookOf,
  { limit, now }: { limit: number; now: Date },
): Promise<boolean> {
  return (await ENABLE.run(tx, { ...webhook, limit, now })) > 0;
}

/** False when the webhook is disabled already, or missing. */
export async function disable(tx: Tx, webhook: WebhookOf, now: Date): Promise<boolean> {
  return (await DISABLE.run(tx, { ...webhook, now })) > 0;
}

export interface HeldDelivery {
  id: number;
  event_id: number;
  at: Date;
}

/** Oldest first. */
export const listHeld = statement<
  WebhookOf & { after_at: Date; after_id: number; limit: number },
  HeldDelivery
>(
  'webhooks.list_held',
  // The index has the failed deliveries too.
  `select id, event_id, created_at as at from webhook_deliveries
   where webhook_id = :webhook_id and account_id = :account_id
     and status in ('failed', 'held') and status = 'held' and (created_at, id) > (:after_at, :after_id)
   order by created_at, id limit :limit`,
).all;
const QUEUE_HELD = statement<{
  ids: readonly number[];
  event_ids: readonly number[];
  earlier: number;
  gap_ms: number;
  now: Date;
}>(
  'webhooks.queue_held',
  // Conditions beside the id would let PostgreSQL read an index of all deliveries.
  `with locked as materialized (
    select id, event_id, status from webhook_deliveries where id = any (:ids::bigint[]) order by id for update
  )
  update webhook_deliveries d set
    status = 'pending',
    next_attempt_at = least(:now::timestamptz, statement_timestamp())
      + (held.position - 1 + :earlier::int) * :gap_ms::int * interval '1 ms'
  from unnest(:ids::bigint[]) with ordinality as held (id, position)
  where d.id = held.id and d.id = any (array(
    select id from locked where status = 'held' and event_id = any (:event_ids::bigint[])
  ))`,
);

/**
 * Due one after another, behind `earlier` ones. Call it after `lockTakenEvents`, with its events. Returns how many were
 * still held.
 */
export function queueHeld(
  tx: Tx,
  held: { ids: readonly number[]; eventIds: readonly number[]; earlier: number; gapMs: number; now: Date },
): Promise<number> {
  const { ids, eventIds, earlier, gapMs, now } = held;
  return QUEUE_HELD.run(tx, { ids, event_ids: eventIds, earlier, gap_ms: gapMs, now });
}
