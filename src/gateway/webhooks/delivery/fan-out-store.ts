import { statement } from '../../../platform/lib/db/statement.ts';
import { isOfDevices } from '../../events/event.ts';
import { type TakeLimits, takeFirst, takeRoundRobin } from '../../events/take.ts';
import { IS_LIVE } from '../conditions.ts';
import { WEBHOOKS } from '../consumer.ts';
import type { DueEndpoint } from './slots.ts';

export interface FannedOut {
  due: DueEndpoint[];
  /** The account where the next statement continues; null at the end. */
  next: number | null;
}

const DELIVERIES = `inserted as (
    insert into webhook_deliveries (account_id, webhook_id, event_id, next_attempt_at, created_at)
    select b.account_id, w.id, b.event_id, :now::timestamptz, :now::timestamptz
    from batch b cross join lateral (
      select w.id from webhooks w
      where w.account_id = b.account_id and b.type = any (w.events) and ${IS_LIVE}
        and ${isOfDevices('(select body from events where id = b.event_id offset 0)', 'w.device_uuids')}
      offset 0
    ) w
    order by b.event_id, w.id
    returning account_id, webhook_id
  )
  select next, (
    select coalesce(json_agg(endpoint), '[]')
    from (select distinct webhook_id, account_id, false as repeat from inserted) endpoint
  ) as due
  from progress`;

const WEBHOOKS_OF = `(
    select count(*) from webhooks w where w.account_id = waiting.account_id and ${IS_LIVE}
  )`;

/** For a short backlog. */
export const fanOutFirst = statement<{ events: number; now: Date }, FannedOut>(
  'webhooks.fan_out_first',
  `with ${takeFirst(WEBHOOKS)}, ${DELIVERIES}`,
).one;
/** For a long backlog. The weight is in deliveries. */
export const fanOutRoundRobin = statement<TakeLimits & { after: number; now: Date }, FannedOut>(
  'webhooks.fan_out_round_robin',
  `with recursive ${takeRoundRobin(WEBHOOKS, WEBHOOKS_OF)}, ${DELIVERIES}`,
).one;
