import type { Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

// `offset 0` and arrays of ids make PostgreSQL look up each event in the index.
const RELEASE_EVENTS = statement<{ ids: readonly number[] }, { id: number }>(
  'webhooks.release_events',
  `with released as materialized (
    select id from unnest(:ids::bigint[]) as one (id)
    where not exists (
      select from (
        select webhook_id, status from webhook_deliveries where event_id = one.id offset 0
      ) d
      join webhooks w on w.id = d.webhook_id and w.status = 'enabled'
      where d.status = 'pending' offset 0
    )
  ), deliveries as (
    delete from webhook_deliveries where event_id = any (array(select id from released)) returning id
  ), attempts as (
    delete from webhook_attempts where delivery_id = any (array(select id from deliveries))
  )
  select id from released order by id`,
);

/** Keeps deliveries that an enabled webhook must still get. Returns the other events. */
export async function releaseEvents(tx: Tx, eventIds: readonly number[]): Promise<number[]> {
  return (await RELEASE_EVENTS.all(tx, { ids: eventIds })).map(({ id }) => id);
}

/** Also what a webhook must still get: the person of these events is erased. */
export const dropDeliveries = statement<{ ids: readonly number[] }>(
  'webhooks.drop_deliveries',
  `with deliveries as (
    delete from webhook_deliveries where event_id = any (:ids::bigint[]) returning id
  )
  delete from webhook_attempts where delivery_id = any (array(select id from deliveries))`,
).inTx.run;
