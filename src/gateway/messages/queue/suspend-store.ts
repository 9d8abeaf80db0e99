import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { hasEnded, isSuspended, isUnsettled, isWaiting } from './broadcast-messages.ts';
import { OLDEST } from './settle-store.ts';

export interface Suspended {
  id: number;
  maybe_written: boolean;
}

const SUSPEND_BROADCASTS = statement<{ broadcastIds: readonly number[] }>(
  'queue.suspend_broadcasts',
  `with waiting as materialized (
    select id from messages
    where broadcast_id = any (:broadcastIds::bigint[]) and ${isWaiting} order by id for no key update
  )
  update messages m set due = false, held = true from waiting where m.id = waiting.id`,
);

/** Lock the rows of the broadcasts before, so that no message is added. */
export async function suspendBroadcasts(db: Queryable, broadcastIds: readonly number[]): Promise<void> {
  await SUSPEND_BROADCASTS.run(db, { broadcastIds });
}

/** For a locked broadcast. A status of possibly written messages is awaited until `until`. */
export const suspendAll = statement<{ broadcastId: number; until: Date }>(
  'queue.suspend_all',
  `with unsettled as materialized (
    select id from messages where broadcast_id = :broadcastId and ${isUnsettled} order by id for no key update
  )
  update messages m set due = false, held = true, not_before = greatest(m.not_before, :until)
  from unsettled where m.id = unsettled.id`,
).run;

/** Locked, possibly written messages. A status is awaited until `until`. */
export const suspend = statement<{ ids: readonly number[]; until: Date }>(
  'queue.suspend',
  `update messages set due = false, held = true, not_before = greatest(not_before, :until)
   where id = any (:ids::bigint[]) and status = 'queued'`,
).run;

export const resume = statement<{ ids: readonly number[]; now: Date }>(
  'queue.resume',
  `update messages set due = true, held = false, not_before = greatest(not_before, :now)
   where id = any (:ids::bigint[]) and held`,
).run;

/** `is_overdue`: a status is no longer awaited. */
export const lockSuspended = statement<
  { broadcastId: number; now: Date },
  Suspended & { phone: string; is_overdue: boolean }
>(
  'queue.lock_suspended',
  `select id, phone, maybe_written, not_before <= :now as is_overdue from messages
   where broadcast_id = :broadcastId and ${isSuspended} order by id for no key update`,
).all;

type Ended = Suspended & { broadcast_id: number };

export const lockEnded = statement<{ broadcastIds: readonly number[]; now: Date }, Ended>(
  'queue.lock_ended',
  `select id, broadcast_id, maybe_written from messages
   where broadcast_id = any (:broadcastIds::bigint[]) and ${hasEnded(':now')} order by id for no key update`,
).all;

const LOCK_RECIPIENTS = statement<{ broadcastIds: readonly number[]; phones: readonly string[] }, Suspended>(
  'queue.lock_recipients',
  `select m.id, m.maybe_written
   from unnest(:broadcastIds::bigint[], :phones::text[]) as r (broadcast_id, phone)
   join messages m on m.broadcast_id = r.broadcast_id and m.phone = r.phone
   where m.broadcast_id is not null and (m.due or m.held)
   order by m.id for no key update of m`,
);

export function lockRecipients(
  db: Queryable,
  recipients: readonly { broadcast_id: number; phone: string }[],
): Promise<Suspended[]> {
  return LOCK_RECIPIENTS.all(db, {
    broadcastIds: recipients.map(({ broadcast_id }) => broadcast_id),
    phones: recipients.map(({ phone }) => phone),
  });
}

/** Unsent messages of all accounts, by time since acceptance. */
export interface QueueAges {
  queued: number;
  over_1_minute: number;
  over_10_minutes: number;
  over_1_hour: number;
  oldest_at: Date | null;
}

/** Without messages of paused broadcasts. */
export const readQueue = statement<{ now: Date }, QueueAges>(
  'messages.read_queue',
  `select count(*)::int as queued,
     count(*) filter (where created_at < :now::timestamptz - interval '1 minute')::int as over_1_minute,
     count(*) filter (where created_at < :now::timestamptz - interval '10 minutes')::int as over_10_minutes,
     count(*) filter (where created_at < :now::timestamptz - interval '1 hour')::int as over_1_hour,
     min(created_at) as oldest_at
   from messages where due`,
).one;
export interface OldestQueued {
  engine: EngineKind;
  device_status: string;
  oldest_at: Date;
}

/** Without messages of paused broadcasts. */
export const readOldestQueued = statement<NoParams, OldestQueued>(
  'messages.read_oldest_queued',
  `${OLDEST}
   select d.engine, d.status as device_status, min(o.created_at) as oldest_at
   from oldest o cross join lateral (select engine, status from devices where id = o.device_id offset 0) d
   group by d.engine, d.status`,
).all;
const COUNT_QUEUED = statement<{ deviceIds: readonly number[] }, { count: number }>(
  'queue.count_queued',
  `select coalesce(sum(own.count), 0)::int as count
   from unnest(:deviceIds::bigint[]) as device (id)
   cross join lateral (
     select count(*) from messages where device_id = device.id and due and broadcast_id is null
   ) own`,
);

/** Without broadcasts. */
export async function countQueued(db: Queryable, deviceIds: readonly number[]): Promise<number> {
  return (await COUNT_QUEUED.one(db, { deviceIds })).count;
}
