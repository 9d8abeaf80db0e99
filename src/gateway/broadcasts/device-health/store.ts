import { statement } from '../../../platform/lib/db/statement.ts';
import { departures } from '../../messages/queue/broadcast-messages.ts';
import { isGroupSql } from '../../people/identity.ts';
import { type Incomplete, MAX_COUNTED } from './schema.ts';

interface Counted {
  queued: number;
  queued_since: Date | null;
  last_inbound_at: Date | null;
  /** Broadcast messages in the last hour, up to the limit. */
  used: number;
  incomplete: Incomplete;
}

export const readHealth = statement<
  { accountId: number; deviceId: number; hourAgo: Date; dayAgo: Date; limit: number },
  Counted
>(
  'broadcasts.read_device_health',
  `select queue.queued, queue.queued_since, hour.used, (
     select created_at from messages
     where device_id = :deviceId and account_id = :accountId and direction = 'in'
       and length(phone) <= 512 and (details is null or not details ? 'edit')
     order by created_at desc limit 1
   ) as last_inbound_at, (
     select json_build_object(
       'messages', count(*) filter (
         where phone ~ '[^0-9]' or kind in ('unreadable', 'view_once', 'phone_only')
           or kind = 'call' and action = 'missed'),
       'unreadable', count(*) filter (where kind = 'unreadable'),
       'phone_only', count(*) filter (where kind in ('view_once', 'phone_only')),
       'without_number', count(*) filter (where phone ~ '[^0-9]'),
       'missed_calls', count(*) filter (where kind = 'call' and action = 'missed'))
     from (
       select phone, details ->> 'kind' as kind, details -> 'call' ->> 'action' as action from messages
       where device_id = :deviceId and account_id = :accountId and direction = 'in'
         and length(phone) <= 512 and (details is null or not details ? 'edit')
         and not ${isGroupSql('phone')} and id > 0 and created_at > :dayAgo::timestamptz
       order by created_at desc limit ${MAX_COUNTED}
     ) latest
   ) as incomplete
   from (
     select count(*)::int as queued, min(created_at) as queued_since
     from (
       select created_at from messages where device_id = :deviceId and due order by id limit ${MAX_COUNTED}
     ) oldest
   ) queue
   cross join (
     select count(*)::int as used from (${departures(':deviceId', ':hourAgo', ':limit')}) gone
   ) hour`,
).one;
