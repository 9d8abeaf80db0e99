import { statement } from '../../../platform/lib/db/statement.ts';
import { facetsOf } from '../facets.ts';

const WAITING = facetsOf({ staff: true, waiting: true, snoozed: false, group: false }).join(', ');
const LEFT = facetsOf({ owner_state: 'human_waiting', group: false }).join(', ');

export interface LongWait {
  account_id: number;
  conversation_uuid: string;
  device_id: number | null;
  phone: string;
  person_name: string | null;
  assignee: string | null;
  waiting_since: Date;
}

/** Per account, the newest first. */
export const listLongWaits = statement<
  { accountIds: readonly number[]; before: Date; limit: number },
  LongWait
>(
  'conversations.list_long_waits',
  `select a.id as account_id, c.conversation_uuid, c.phone, c.assignee, c.waiting_since,
     (select device_id from channels where id = c.channel_id) as device_id,
     (select name from people where id = c.person_id) as person_name
   from unnest(:accountIds::bigint[]) as a (id)
   cross join lateral (
     select w.* from unnest(array[${WAITING}]::smallint[]) as f (facet)
     cross join lateral (
       select conversation_uuid, phone, assignee, waiting_since, channel_id, person_id from conversations
       where account_id = a.id and facet = f.facet and waiting_since <= :before::timestamptz
       order by waiting_since desc limit :limit::bigint
     ) w
     order by w.waiting_since desc limit :limit::bigint
   ) c`,
).all;

export interface FailedFlow {
  account_id: number;
  device_id: number | null;
  owner_since: Date;
}

/** Per account, the newest first: those that still wait for staff. */
export const listFailedFlows = statement<{ accountIds: readonly number[]; limit: number }, FailedFlow>(
  'conversations.list_failed_flows',
  `select a.id as account_id, c.owner_since,
     (select device_id from channels where id = c.channel_id) as device_id
   from unnest(:accountIds::bigint[]) as a (id)
   cross join lateral (
     select owner_since, channel_id from conversations
     where account_id = a.id and owner_reason = 'flow_failed' and facet in (${LEFT})
     order by owner_since desc limit :limit::bigint
   ) c`,
).all;
