import type { Db } from '../../lib/db/db.ts';
import { statement } from '../../lib/db/statement.ts';
import { departures } from '../../messages/queue/broadcast-messages.ts';
import { MAX_COUNTED, MAX_SEARCHED } from './schema.ts';

interface Counted {
  queued: number;
  queued_since: Date | null;
  last_inbound_at: Date | null;
  /** Messages of broadcasts in the last hour, counted up to the limit. */
  used: number;
}

const READ_HEALTH = statement<{ accountId: number; deviceId: number; hourAgo: Date; limit: number }, Counted>(
  'broadcasts.read_device_health',
  `select queue.queued, queue.queued_since, hour.used, (
     select max(created_at) from (
       select created_at, device_id from messages
       where account_id = :accountId and direction = 'in' and (details is null or not details ? 'edit')
       order by created_at desc limit ${MAX_SEARCHED}
     ) latest where device_id = :deviceId
   ) as last_inbound_at
   from (
     select count(*)::int as queued, min(created_at) as queued_since
     from (
       select created_at from messages where device_id = :deviceId and due order by id limit ${MAX_COUNTED}
     ) oldest
   ) queue
   cross join (
     select count(*)::int as used from (${departures(':deviceId', ':hourAgo', ':limit')}) gone
   ) hour`,
);

export function readHealth(
  db: Db,
  query: { accountId: number; deviceId: number; hourAgo: Date; limit: number },
): Promise<Counted> {
  return READ_HEALTH.one(db, query);
}
