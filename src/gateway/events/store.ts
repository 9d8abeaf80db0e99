import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../platform/lib/db/statement.ts';
import { type AfterPlace, isAfterPlace, type TimePlace } from '../../platform/lib/time-place.ts';
import { BACKLOGGED, isOfDevices } from './event.ts';

export interface EventCursor {
  at: Date;
  id: number;
}

interface Subscription {
  consumer: string;
  account_id: number;
}

/** Creates the subscription if necessary. */
export const lockSubscription = statement<Subscription>(
  'events.lock_subscription',
  `insert into event_subscriptions (consumer, account_id, types) values (:consumer, :account_id, '{}')
   on conflict (account_id, consumer) do update set types = event_subscriptions.types`,
).inTx.run;
const SET_TYPES = statement<Subscription & { types: readonly string[] }>(
  'events.set_types',
  `update event_subscriptions set types = :types::text[]
   where account_id = :account_id and consumer = :consumer`,
);
const DELETE_SUBSCRIPTION = statement<Subscription>(
  'events.delete_subscription',
  'delete from event_subscriptions where account_id = :account_id and consumer = :consumer',
);

export async function setTypes(tx: Tx, subscription: Subscription, types: readonly string[]): Promise<void> {
  if (types.length > 0) await SET_TYPES.run(tx, { ...subscription, types });
  else await DELETE_SUBSCRIPTION.run(tx, subscription);
}

/** Events that a consumer has not taken yet. */
export interface BacklogRow {
  consumer: string;
  waiting: number;
}

const COUNT_BACKLOG = statement<NoParams, BacklogRow>(
  'events.count_backlog',
  'select consumer, count(*)::int as waiting from event_backlog group by consumer order by consumer',
);

export function countBacklog(db: Db): Promise<BacklogRow[]> {
  return COUNT_BACKLOG.all(db, {});
}

const LIST_EVENTS = statement<
  {
    account_id: number;
    types: readonly string[];
    device_uuids: readonly string[] | null;
    since: Date;
    until: Date | null;
    after_at: Date;
    after_id: number;
    limit: number;
  },
  EventCursor & { wanted: boolean }
>(
  'events.list_events',
  `select id, created_at as at,
     type = any (:types::text[]) and ${isOfDevices('body', ':device_uuids::text[]')} as wanted
   from events
   where account_id = :account_id and (created_at, id) > (:after_at, :after_id)
     and created_at >= :since and created_at <= coalesce(:until::timestamptz, 'infinity')
   order by created_at, id limit :limit`,
);
const LOCK_EVENTS = statement<{ ids: readonly number[] }, { id: number }>(
  'events.lock_events',
  'select id from events where id = any (:ids::bigint[]) order by id for update',
);
const LOCK_BACKLOG = statement<Subscription & { ids: readonly number[] }, { event_id: number }>(
  'events.lock_backlog',
  `select event_id from event_backlog
   where consumer = :consumer and account_id = :account_id and event_id = any (:ids::bigint[])
   order by event_id for update`,
);

export function listEvents(
  db: Db,
  span: {
    account_id: number;
    types: readonly string[];
    /** Null: of all devices, and without one. */
    device_uuids: readonly string[] | null;
    since: Date;
    until: Date | null;
  },
  after: EventCursor,
  limit: number,
): Promise<(EventCursor & { wanted: boolean })[]> {
  return LIST_EVENTS.all(db, { ...span, after_at: after.at, after_id: after.id, limit });
}

export async function lockEvents(tx: Tx, ids: readonly number[]): Promise<number[]> {
  return (await LOCK_EVENTS.all(tx, { ids })).map(({ id }) => id);
}

/** Waits for a row that the consumer is processing. */
export async function lockBacklog(
  tx: Tx,
  subscription: Subscription,
  ids: readonly number[],
): Promise<number[]> {
  return (await LOCK_BACKLOG.all(tx, { ...subscription, ids })).map(({ event_id }) => event_id);
}

export interface ScannedEvent {
  id: number;
  is_old: boolean;
  is_waiting: boolean;
}

const SCAN_EVENTS = statement<
  { after: number; older_than: Date; consumers: readonly string[]; limit: number },
  ScannedEvent
>(
  'events.scan_events',
  `select e.id, e.created_at < :older_than as is_old,
     e.created_at < :older_than and exists (
       select from event_backlog b
       where b.consumer = any (:consumers::text[]) and b.account_id = e.account_id and b.event_id = e.id
     ) as is_waiting
   from events e where e.id > :after order by e.id limit :limit`,
);
export const scanAccount = statement<
  AfterPlace & { accountId: number; before: Date; consumers: readonly string[]; limit: number },
  TimePlace & { is_waiting: boolean }
>(
  'events.scan_account',
  `select e.id, e.created_at::text as at, exists (
       select from event_backlog b
       where b.consumer = any (:consumers::text[]) and b.account_id = e.account_id and b.event_id = e.id
     ) as is_waiting
   from events e
   where e.account_id = :accountId and e.created_at < :before::timestamptz
     and ${isAfterPlace('e.created_at', 'e.id')}
   order by e.created_at, e.id limit :limit`,
).all;

export const deleteEvents = statement<{ ids: readonly number[] }>(
  'events.delete_events',
  'delete from events where id = any (:ids::bigint[])',
).inTx.run;

export function scanEvents(
  db: Db,
  scan: { after: number; olderThan: Date; consumers: readonly string[]; limit: number },
): Promise<ScannedEvent[]> {
  const { olderThan, ...rest } = scan;
  return SCAN_EVENTS.all(db, { ...rest, older_than: olderThan });
}

// Processes of the previous version write `fanned_out` instead.
const TAKE_OVER = statement<{ limit: number }, { id: number }>(
  'events.take_over',
  `with waiting as materialized (
    select id from events where not fanned_out order by account_id, id limit :limit for update skip locked
  ), announced as (
    update events set fanned_out = true where id = any (array(select id from waiting))
    returning id, account_id, type
  ), ${BACKLOGGED}
  select id from announced`,
);

export async function takeOverEvents(db: Db, limit: number): Promise<number> {
  return (await TAKE_OVER.all(db, { limit })).length;
}
