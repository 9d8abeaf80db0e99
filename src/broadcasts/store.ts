import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Db, planEachTime, type Tx } from '../lib/db/db.ts';
import { statement } from '../lib/db/statement.ts';
import type { Tables } from '../lib/db/tables.ts';
import type { Range } from '../lib/paging.ts';
import { hasEnding, recipientsWhere } from '../messages/queue/broadcast-messages.ts';
import { suspendBroadcasts } from '../messages/queue/queue.ts';
import type { Load } from './forecast.ts';
import type { BroadcastStatus } from './schema.ts';

export type BroadcastRow = Selectable<Tables['broadcasts']>;
type DeviceRow = Selectable<Tables['devices']>;

/** A broadcast as it is shown: its counts include the changes that are not folded into its row yet. */
export interface ShownBroadcast
  extends BroadcastRow,
    Pick<DeviceRow, 'device_uuid' | 'engine' | 'paired_at'> {}

/** Places of the book per row of `broadcast_targets`, so that a row has so many recipients at most. */
const CHUNK = 1_024;

export interface NewBroadcast {
  account_id: number;
  device_id: number;
  name: string;
  template: string;
  seed: number;
  delay_min_seconds: number;
  delay_max_seconds: number;
  status: 'draft' | 'scheduled';
  retry_of: number | null;
  next_at: Date;
  scheduled_at: Date | null;
  created_at: Date;
}

/** Who is meant: everybody with one of the tags, and the contacts of these ids. */
export interface Targets {
  tags: readonly string[];
  contactIds: readonly number[];
}

/**
 * Inserts a broadcast to the contacts that the targets match at this moment, each of them once; undefined when they match nobody. The
 * contacts never leave the database.
 */
export async function insertBroadcast(
  tx: Tx,
  broadcast: NewBroadcast,
  targets: Targets,
): Promise<BroadcastRow | undefined> {
  return freeze(tx, broadcast, await matchedPlaces(tx, broadcast.account_id, targets));
}

/** A query for the places of the contacts that the targets match; a place that several of them match is in it several times. */
export async function matchedPlaces(
  tx: Tx,
  accountId: number,
  { tags, contactIds }: Targets,
): Promise<ReturnType<typeof sql>> {
  // By their ids the database knows how many contacts the tags have, and plans for one as well as for a million.
  const tagIds = await findTags(tx, accountId, tags);
  const tagged = sql`select place from contact_tags where account_id = ${accountId} and tag_id = any (${tagIds}::bigint[])`;
  if (contactIds.length === 0) return tagged;
  // One string: to quote each of so many takes several times as long.
  const ids = `{${contactIds.join()}}`;
  const named = sql`
    select place from contacts where account_id = ${accountId} and id = any (${ids}::bigint[])`;
  return tagIds.length === 0 ? named : sql`${tagged} union all ${named}`;
}

/** The ids of those tags that the account has. */
async function findTags(tx: Tx, accountId: number, names: readonly string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('tags')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', sql<string>`any (${[...names]}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Errors of recipients that are not tried again: they asked for it, whoever cancelled did, or there is nobody any more. */
const NOT_RETRIED = `'{opted_out,broadcast_cancelled,contact_deleted}'::text[]`;

/**
 * Inserts a broadcast to the failed recipients of `original`, but those who want no broadcasts, those whose contact is gone, and those that
 * another retry tries already, or has tried before it was cancelled: whom that failed to reach, only its own retry tries again. Undefined when
 * that leaves nobody. The row of `original` must be locked.
 */
export function insertRetry(
  tx: Tx,
  broadcast: NewBroadcast,
  original: BroadcastRow,
): Promise<BroadcastRow | undefined> {
  const retries = (isCancelled: boolean) =>
    sql`select id from broadcasts where retry_of = ${original.id} and (status = 'cancelled') = ${isCancelled}`;
  const places = sql`
    ${placesOf(sql`select ${original.id}::bigint`, `status = 'failed' and error_code <> all (${NOT_RETRIED})`)}
    except
    select unnest(contacts) from broadcast_targets where broadcast_id = any (array(${retries(false)}))
    except
    ${placesOf(retries(true), `error_code is distinct from 'broadcast_cancelled'`)}`;
  return freeze(tx, broadcast, places);
}

/** A query for the places of the book of those recipients of the broadcasts who have become a message of which `condition` is true. */
function placesOf(broadcastIds: RawBuilder<unknown>, condition: string): RawBuilder<unknown> {
  const end = 't.first_place + cardinality(t.contacts)';
  return sql`
    select t.contacts[m.broadcast_place - t.first_place + 1] as place
    from (
      -- Read and unpacked once for all of its contacts.
      select broadcast_id, first_place, contacts || '{}'::bigint[] as contacts from broadcast_targets
      where broadcast_id = any (array(${broadcastIds})) offset 0
    ) t
    cross join lateral (
      -- One look into the index for all recipients of a row, whatever the statistics say.
      ${sql.raw(recipientsWhere('t.broadcast_id', 't.first_place', end, condition))} offset 0
    ) m`;
}

/** `matched` selects places of the account's contacts, some of them perhaps more than once. */
async function freeze(
  tx: Tx,
  broadcast: NewBroadcast,
  matched: ReturnType<typeof sql>,
): Promise<BroadcastRow | undefined> {
  const b = broadcast;
  await planEachTime(tx);
  const { rows } = await sql<BroadcastRow>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('broadcasts', 'id')) as id
    ), chunk as (
      select place / ${CHUNK}::int as number, array_agg(distinct place order by place) as contacts
      from (${matched}) matched group by 1
    ), frozen as (
      insert into broadcast_targets (broadcast_id, first_place, contacts)
      select (select id from given), sum(cardinality(contacts)) over (order by number) - cardinality(contacts), contacts
      from chunk
      returning cardinality(contacts) as contacts
    )
    insert into broadcasts (id, account_id, device_id, name, template, seed, delay_min_seconds, delay_max_seconds, status, retry_of,
      total_recipients, next_at, scheduled_at, created_at) overriding system value
    select (select id from given), ${b.account_id}, ${b.device_id}, ${b.name}, ${b.template}, ${b.seed}, ${b.delay_min_seconds},
      ${b.delay_max_seconds}, ${b.status}, ${b.retry_of}, sum(contacts), ${b.next_at}, ${b.scheduled_at}::timestamptz, ${b.created_at}
    from frozen having count(*) > 0
    returning *`.execute(tx);
  return rows[0];
}

/** Everything that is shown of a broadcast. */
const shown = (db: Db) =>
  db
    .selectFrom('broadcasts as b')
    .innerJoin('devices as d', 'd.id', 'b.device_id')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('broadcast_tallies as t')
          .whereRef('t.broadcast_id', '=', 'b.id')
          .select(sql<number>`coalesce(sum(t.sent), 0)::int`.as('sent'))
          .select(sql<number>`coalesce(sum(t.failed), 0)::int`.as('failed'))
          .as('unfolded'),
      (join) => join.onTrue(),
    )
    .selectAll('b')
    .select(['d.device_uuid', 'd.engine', 'd.paired_at'])
    .select(sql<number>`b.sent_count + unfolded.sent`.as('sent_count'))
    .select(sql<number>`b.failed_count + unfolded.failed`.as('failed_count'));

/** Always scoped to the account, so a foreign id reads as missing. */
export function findBroadcast(db: Db, accountId: number, id: number): Promise<ShownBroadcast | undefined> {
  return shown(db).where('b.account_id', '=', accountId).where('b.id', '=', id).executeTakeFirst();
}

/** The account of a broadcast. */
export async function findOwner(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('broadcasts').select('account_id').where('id', '=', id).executeTakeFirst();
  return row?.account_id;
}

/** So many broadcasts of the account, or of all accounts, the newest first, and how many there are in all. */
export async function listBroadcasts(
  db: Db,
  { account_id, status }: { account_id?: number | undefined; status?: BroadcastStatus | undefined },
  { offset, limit }: Range,
): Promise<{ total: number; broadcasts: ShownBroadcast[] }> {
  const { total } = await db
    .selectFrom('broadcasts')
    .select((each) => each.fn.countAll<number>().as('total'))
    .$if(account_id !== undefined, (query) => query.where('account_id', '=', account_id ?? 0))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'draft'))
    .executeTakeFirstOrThrow();
  const broadcasts = await shown(db)
    .$if(account_id !== undefined, (query) => query.where('b.account_id', '=', account_id ?? 0))
    .$if(status !== undefined, (query) => query.where('b.status', '=', status ?? 'draft'))
    .orderBy('b.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, broadcasts };
}

/** What a broadcast that its device sends now has still to do. */
export interface DeviceLoad extends Load {
  id: number;
  device_id: number;
}

/** The broadcasts that these devices send now, or are about to send. */
export async function listLoads(db: Db, deviceIds: readonly number[]): Promise<DeviceLoad[]> {
  if (deviceIds.length === 0) return [];
  return db
    .selectFrom('broadcasts')
    .select(['id', 'device_id', 'delay_min_seconds', 'delay_max_seconds'])
    .select(sql<number>`total_recipients - claimed`.as('remaining'))
    .where('device_id', '=', sql<number>`any (${[...deviceIds]}::bigint[])`)
    .where('status', 'in', ['draft', 'running'])
    .execute();
}

/** How the device of a broadcast is: to be sent from, out of reach for now, or for good. */
export async function readDevice(db: Db, deviceId: number): Promise<'connected' | 'away' | 'released'> {
  const { status, released_at } = await db
    .selectFrom('devices')
    .select(['status', 'released_at'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  if (released_at) return 'released';
  return status === 'connected' ? 'connected' : 'away';
}

/** The broadcast, which nobody else changes until the transaction ends. */
export function lockBroadcast(tx: Tx, accountId: number, id: number): Promise<BroadcastRow | undefined> {
  return tx
    .selectFrom('broadcasts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Pauses those of these broadcasts that are in one of the statuses `from`, each with its reason, and keeps back what has not left. Answers the
 * paused ones.
 */
export async function pauseBroadcasts(
  tx: Tx,
  pauses: readonly { id: number; reason: string }[],
  from: readonly BroadcastStatus[],
): Promise<BroadcastRow[]> {
  const { rows } = await sql<BroadcastRow>`
    with pause as (
      select b.id, p.reason
      from unnest(${pauses.map(({ id }) => id)}::bigint[], ${pauses.map(({ reason }) => reason)}::text[]) as p (id, reason)
      join broadcasts b on b.id = p.id
      where b.status = any (${[...from]}::text[])
      order by b.id for no key update of b
    )
    update broadcasts b set status = 'paused', reason = pause.reason from pause where b.id = pause.id
    returning b.*`.execute(tx);
  // A statement of its own: it sees what a claim has committed while the one above waited for its row.
  if (rows.length > 0)
    await suspendBroadcasts(
      tx,
      rows.map(({ id }) => id),
    );
  return rows;
}

/** Lets a paused broadcast go on as what it is to be; the runner lets its messages go that were kept back. The row must be locked. */
export function resumeBroadcast(
  tx: Tx,
  id: number,
  next: { status: 'scheduled' | 'running'; next_at: Date; started_at: Date | null },
): Promise<BroadcastRow> {
  return tx
    .updateTable('broadcasts')
    .set({ ...next, reason: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a locked broadcast before its end. */
export function cancelBroadcast(tx: Tx, id: number): Promise<BroadcastRow> {
  return tx
    .updateTable('broadcasts')
    .set({ status: 'cancelled', reason: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const LOCK_STOPPING = statement<{ now: Date }, { id: number }>(
  'broadcasts.lock_stopping',
  `select id from broadcasts b
   where status = 'cancelled' and claimed > sent_count + failed_count and ${hasEnding('b.id', ':now')}
   order by id for no key update skip locked`,
);

/** Locks the cancelled broadcasts with messages that end now, except those that another process has locked. */
export async function lockStopping(tx: Tx, now: Date): Promise<number[]> {
  const rows = await LOCK_STOPPING.all(tx, { now });
  return rows.map(({ id }) => id);
}
