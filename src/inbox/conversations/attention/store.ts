import { statement } from '../../../platform/lib/db/statement.ts';
import { facetsOf } from '../facets.ts';
import { ANSWER_MINUTES } from '../store.ts';

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
  answer_minutes: number | null;
}

/** Per account, the newest first: `longest` minutes, or the shortest target of the account. */
export const listLongWaits = statement<
  { accountIds: readonly number[]; longest: number; now: Date; limit: number },
  LongWait
>(
  'conversations.list_long_waits',
  `select a.id as account_id, c.conversation_uuid, c.phone, c.assignee, c.waiting_since,
     ${ANSWER_MINUTES} as answer_minutes,
     (select device_id from channels where id = c.channel_id) as device_id,
     (select name from people where id = c.person_id) as person_name
   from unnest(:accountIds::bigint[]) as a (id)
   cross join lateral (
     select :now::timestamptz
       - make_interval(mins => least(:longest::int, first_answer_minutes, next_answer_minutes)) as before
     from accounts where id = a.id offset 0
   ) t
   cross join lateral (
     select w.* from unnest(array[${WAITING}]::smallint[]) as f (facet)
     cross join lateral (
       select id, account_id, conversation_uuid, phone, assignee, waiting_since, channel_id, person_id,
         standby_since, owner_state, episode from conversations
       where account_id = a.id and facet = f.facet and waiting_since <= t.before
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
