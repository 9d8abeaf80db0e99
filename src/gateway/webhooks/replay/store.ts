import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { announce } from '../../events/event.ts';
import { AT_ONCE } from '../conditions.ts';
import { WEBHOOK_TEST } from '../events.ts';

interface WebhookOf {
  account_id: number;
  webhook_id: number;
}

const TRY_LOCK = statement<{ account_id: number }, { locked: boolean }>(
  'webhooks.try_replay_lock',
  `select pg_try_advisory_xact_lock(hashtextextended('webhooks.replay', :account_id::bigint)) as locked,
     set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/**
 * Null while another replay of the account runs. A session lock would survive in a pooler. The work needs another
 * connection.
 */
export function withReplayLock<T>(db: Db, accountId: number, work: () => Promise<T>): Promise<T | null> {
  return db.transaction(async (tx) => {
    const { locked } = await TRY_LOCK.one(tx, { account_id: accountId });
    return locked ? work() : null;
  });
}

/** The first of them waits `wait_ms`; then `per_second` leave each second. */
export interface Paced {
  wait_ms: number;
  per_second: number;
  /** This number leaves before them. */
  before: number;
}

const paced = (order: string) =>
  `${AT_ONCE} + :wait_ms::float8 * interval '1 ms'
    + (row_number() over (order by ${order}) - 1 + :before::bigint) / :per_second::bigint * interval '1 s'`;

// `offset 0` makes PostgreSQL look up each event in the index.
const INSERT_REPLAYS = statement<
  WebhookOf & Paced & { event_ids: readonly number[]; except: readonly string[]; now: Date }
>(
  'webhooks.insert_replays',
  `insert into webhook_deliveries (account_id, webhook_id, event_id, kind, next_attempt_at, created_at)
   select w.account_id, w.id, wanted.id, 'replay', ${paced('wanted.position')}, :now::timestamptz
   from unnest(:event_ids::bigint[]) with ordinality as wanted (id, position)
   cross join (
     select id, account_id from webhooks
     where id = :webhook_id and account_id = :account_id and status = 'enabled' offset 0
   ) w
   where not exists (
     select from webhook_deliveries d
     where d.event_id = wanted.id and d.webhook_id = w.id and d.status = any (:except::text[]) offset 0
   )
   order by wanted.position`,
);
const HURRY_PENDING = statement<WebhookOf & Paced & { event_ids: readonly number[]; now: Date }>(
  'webhooks.hurry_pending',
  // A delivery that another process has locked is being sent.
  `with pending as materialized (
    select d.id from unnest(:event_ids::bigint[]) as wanted (id)
    cross join lateral (
      select id, webhook_id, account_id, status from webhook_deliveries where event_id = wanted.id offset 0
    ) d
    where d.webhook_id = :webhook_id and d.account_id = :account_id and d.status = 'pending'
  ), locked as materialized (
    select id, status, claim_id, next_attempt_at from webhook_deliveries
    where id = any (array(select id from pending)) for update skip locked
  )
  update webhook_deliveries d set next_attempt_at = due.at, kind = case kind when 'event' then 'replay' else kind end
  from (
    select id, next_attempt_at, ${paced('id')} as at from locked
    where status = 'pending' and claim_id is null and next_attempt_at > ${AT_ONCE}
  ) due
  where d.id = any (array(select id from locked)) and d.id = due.id and due.at < due.next_attempt_at`,
);

/** 0 when the webhook is not enabled. Call it after `lockTakenEvents`. */
export function insertReplays(
  tx: Tx,
  webhook: WebhookOf,
  replay: Paced & { eventIds: readonly number[]; except: readonly string[]; now: Date },
): Promise<number> {
  const { eventIds, ...how } = replay;
  return INSERT_REPLAYS.run(tx, { ...webhook, event_ids: eventIds, ...how });
}

/** They become replays, whose failures do not count. Call it after `lockTakenEvents`. */
export function hurryPending(
  tx: Tx,
  webhook: WebhookOf,
  { eventIds, ...how }: Paced & { eventIds: readonly number[]; now: Date },
): Promise<number> {
  return HURRY_PENDING.run(tx, { ...webhook, event_ids: eventIds, ...how });
}

const FIND_EVENT = statement<WebhookOf & { id: number }, { event_id: number }>(
  'webhooks.find_event_of_delivery',
  `select event_id from webhook_deliveries
   where id = :id and webhook_id = :webhook_id and account_id = :account_id`,
);
const FIND_PENDING = statement<{ webhook_id: number; event_id: number }, { id: number }>(
  'webhooks.find_pending_delivery',
  `select id from (
     select id, webhook_id, status from webhook_deliveries where event_id = :event_id offset 0
   ) d
   where webhook_id = :webhook_id and status = 'pending' order by id limit 1`,
);
const INSERT_DELIVERY = statement<
  WebhookOf & { event_id: number; kind: 'replay' | 'test'; wait_ms: number; now: Date },
  { id: number }
>(
  'webhooks.insert_delivery',
  `insert into webhook_deliveries (account_id, webhook_id, event_id, kind, next_attempt_at, created_at)
   values (:account_id, :webhook_id, :event_id, :kind, ${AT_ONCE} + :wait_ms::float8 * interval '1 ms',
     :now::timestamptz)
   returning id`,
);
const INSERT_TEST_EVENT = statement<{ account_id: number; now: Date }, { id: number }>(
  'webhooks.insert_test_event',
  `with happened as (
    select :account_id::bigint as account_id, :now::timestamptz as happened_at
  ), ${announce(WEBHOOK_TEST, { device_uuid: 'null', timestamp: 'kurir_iso(e.happened_at)' })}
  select id from announced`,
);

export async function findEventsOf(tx: Tx, delivery: WebhookOf & { id: number }): Promise<number[]> {
  return (await FIND_EVENT.all(tx, delivery)).map(({ event_id }) => event_id);
}

export async function findPending(tx: Tx, webhookId: number, eventId: number): Promise<number | undefined> {
  return (await FIND_PENDING.first(tx, { webhook_id: webhookId, event_id: eventId }))?.id;
}

export async function insertDelivery(
  tx: Tx,
  delivery: WebhookOf & { event_id: number; kind: 'replay' | 'test'; wait_ms: number; now: Date },
): Promise<number> {
  return (await INSERT_DELIVERY.one(tx, delivery)).id;
}

export async function insertTestEvent(tx: Tx, accountId: number, now: Date): Promise<number> {
  return (await INSERT_TEST_EVENT.one(tx, { account_id: accountId, now })).id;
}
