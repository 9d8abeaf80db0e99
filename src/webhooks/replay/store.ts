import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/db.ts';
import type { Place } from '../cursor.ts';

/** What a replay chooses from. */
export interface Span {
  account_id: number;
  types: readonly string[];
  since: Date;
  until: Date | null;
}

/**
 * Does the work on a connection that holds the account's replay lock; null when another replay of the account holds it, here or in any other
 * process. It goes with the connection, so nobody inherits it from the dead.
 */
export function withReplayLock<T>(
  db: Db,
  accountId: number,
  work: (connection: Db) => Promise<T>,
): Promise<T | null> {
  const key = sql`hashtextextended('webhooks.replay', ${accountId}::bigint)`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
      connection,
    );
    if (!rows[0]?.locked) return null;
    const unlock = () => sql`select pg_advisory_unlock(${key})`.execute(connection);
    const done = await work(connection).catch(async (error: unknown) => {
      // A connection that was lost has lost the lock as well; what is to be told is why the work failed.
      await unlock().catch(() => {});
      throw error;
    });
    await unlock();
    return done;
  });
}

/** The next `limit` events after a place, in their order; `wanted` says whether they are of the types asked for. */
export async function nextEvents(
  db: Db,
  span: Span,
  after: Place,
  limit: number,
): Promise<(Place & { wanted: boolean })[]> {
  const { account_id, types, since, until } = span;
  const { rows } = await sql<Place & { wanted: boolean }>`
    select id, created_at as at, type = any(${types}) as wanted from events
    where account_id = ${account_id} and (created_at, id) > (${after.at}, ${after.id})
      and created_at >= ${since} and created_at <= ${until ?? 'infinity'}
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Keeps fan-out, retention and other replays away from these events until the transaction ends. What is being fanned out is waited for, and
 * seen by the statements that follow.
 */
export async function lockEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from events where id = any(${ids}::bigint[]) order by id for update`.execute(tx);
}

/**
 * One delivery each of those events that were fanned out, except where the webhook has one in a status of `except` already. Answers how many;
 * none when the webhook is not enabled.
 */
export async function insertReplays(
  tx: Tx,
  webhook: { account_id: number; webhook_id: number },
  replay: { eventIds: readonly number[]; except: readonly string[]; now: Date },
): Promise<number> {
  const { eventIds, except, now } = replay;
  // `offset 0` keeps to one index each: before the tables are analysed PostgreSQL would go through all of a webhook's deliveries for each event.
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_deliveries (account_id, webhook_id, event_id, kind, next_attempt_at, created_at)
    select e.account_id, w.id, e.id, 'replay', ${atOnce(now)}, ${now}
    from unnest(${eventIds}::bigint[]) as wanted (id)
    cross join lateral (select * from events where events.id = wanted.id offset 0) e
    join webhooks w on w.account_id = e.account_id
    where e.fanned_out and w.id = ${webhook.webhook_id} and w.account_id = ${webhook.account_id} and w.status = 'enabled'
      and not exists (
        select from (select * from webhook_deliveries d where d.event_id = e.id offset 0) d
        where d.webhook_id = w.id and d.status = any(${except})
      )
    order by e.created_at, e.id`.execute(tx);
  return Number(numAffectedRows);
}

/** Locks the event of a delivery until the transaction ends, and answers its id; undefined when there is no such delivery. */
export async function lockEventOf(
  tx: Tx,
  delivery: { account_id: number; webhook_id: number; id: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select e.id from webhook_deliveries d join events e on e.id = d.event_id
    where d.id = ${delivery.id} and d.webhook_id = ${delivery.webhook_id} and d.account_id = ${delivery.account_id}
    for update of e`.execute(tx);
  return rows[0]?.id;
}

/** Due for every worker: they go by the database's clock, and that of this machine may be ahead. */
function atOnce(now: Date): RawBuilder<Date> {
  return sql`least(${now}::timestamptz, clock_timestamp())`;
}

/** The delivery of this event that the webhook waits for. */
export async function findPending(tx: Tx, webhookId: number, eventId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('event_id', '=', eventId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Makes due now what of these events still waits for the webhook, and from then on a replay, whose failures do not count. What is under way, or
 * due already, is left alone. Answers how many. Call it after `lockEvents`.
 */
export async function hurryPending(
  tx: Tx,
  webhook: { account_id: number; webhook_id: number },
  { eventIds, now }: { eventIds: readonly number[]; now: Date },
): Promise<number> {
  // Whoever holds one of them is just setting it off. `offset 0` as in `insertReplays`.
  const { numAffectedRows = 0n } = await sql`
    with waiting as materialized (
      select d.id from unnest(${eventIds}::bigint[]) as wanted (id)
      cross join lateral (select * from webhook_deliveries where event_id = wanted.id offset 0) d
      where d.webhook_id = ${webhook.webhook_id} and d.account_id = ${webhook.account_id} and d.status = 'pending'
    ), hurried as materialized (
      select d.id from webhook_deliveries d
      where d.id in (select id from waiting) and d.status = 'pending' and d.claim_id is null and d.next_attempt_at > ${atOnce(now)}
      for update skip locked
    )
    update webhook_deliveries d set next_attempt_at = ${atOnce(now)}, kind = case d.kind when 'event' then 'replay' else d.kind end
    from hurried where d.id = hurried.id`.execute(tx);
  return Number(numAffectedRows);
}

export async function insertDelivery(
  tx: Tx,
  delivery: { account_id: number; webhook_id: number; event_id: number; kind: 'replay' | 'test'; now: Date },
): Promise<number> {
  const { now, ...columns } = delivery;
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ ...columns, next_attempt_at: atOnce(now), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A test event, which is fanned out to nobody; answers its id. */
export async function insertTestEvent(tx: Tx, accountId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into events (event_id, account_id, type, body, created_at, fanned_out)
    select new.event_id, ${accountId}, 'webhook.test', row_to_json(body)::text, ${now}, true
    from (select gen_random_uuid() as event_id) new,
    lateral (select 'webhook.test' as event, new.event_id, null as device_uuid, kurir_iso(${now}) as timestamp) body
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}
