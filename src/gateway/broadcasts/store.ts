import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../platform/lib/db/statement.ts';
import type { Range } from '../../platform/lib/page.ts';
import { MESSAGING_LIMIT } from '../devices/official/limit-sql.ts';
import type { EngineKind } from '../engines/kinds.ts';
import { hasEnding, hasUnsettledMessages, keptOf } from '../messages/queue/broadcast-messages.ts';
import { suspendBroadcasts } from '../messages/queue/queue.ts';
import type { ApprovedTemplate } from '../templates/fill.ts';
import type { RemainingWork } from './forecast.ts';
import type { BroadcastType } from './message-fields.ts';
import type { QuietHours } from './quiet-hours/quiet-hours.ts';
import type { BroadcastStatus, WaitReason } from './schema.ts';

export interface BroadcastRow {
  id: number;
  account_id: number;
  device_id: number;
  name: string;
  template: string;
  approved: ApprovedTemplate | null;
  type: BroadcastType;
  file_id: string | null;
  seed: number;
  delay_min_seconds: number;
  delay_max_seconds: number;
  status: BroadcastStatus;
  reason: string | null;
  retry_of: number | null;
  total_recipients: number;
  claimed: number;
  sent_count: number;
  failed_count: number;
  next_at: Date;
  scheduled_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  created_at: Date;
  waits_for: WaitReason | null;
  quiet_hours: QuietHours | null;
}

/** The counts include the tallies. */
export interface ShownBroadcast extends BroadcastRow {
  device_uuid: string;
  engine: EngineKind;
  paired_at: Date | null;
  kept_count: number;
  daily_limit: number | null;
  limit_scope: string;
}

const shown = (selected: string) => `
  select b.*, d.device_uuid, d.engine, d.paired_at, d.daily_limit,
    d.limit_scope,
    b.sent_count + pending.sent as sent_count, b.failed_count + pending.failed as failed_count,
    (${keptOf('b.id')}) as kept_count
  from (${selected}) b
  cross join lateral (
    select device_uuid, engine, paired_at, ${MESSAGING_LIMIT} from devices where id = b.device_id limit 1
  ) d
  cross join lateral (
    select coalesce(sum(sent), 0)::int as sent, coalesce(sum(failed), 0)::int as failed
    from broadcast_tallies where broadcast_id = b.id
  ) pending
  order by b.id desc`;

export const findBroadcast = statement<{ accountId: number; id: number }, ShownBroadcast>(
  'broadcasts.find',
  shown('select * from broadcasts where account_id = :accountId and id = :id'),
).first;

const FIND_OWNER = statement<{ id: number }, { account_id: number }>(
  'broadcasts.find_owner',
  'select account_id from broadcasts where id = :id',
);

export async function findOwner(db: Db, id: number): Promise<number | undefined> {
  return (await FIND_OWNER.first(db, { id }))?.account_id;
}

interface ListFilter {
  accountId: number | null;
  status: BroadcastStatus | null;
}

const list = (name: string, condition: string) => ({
  count: statement<ListFilter, { total: number }>(
    `broadcasts.count_${name}`,
    `select count(*) as total from broadcasts where ${condition}`,
  ),
  page: statement<ListFilter & Range, ShownBroadcast>(
    `broadcasts.list_${name}`,
    shown(`select * from broadcasts where ${condition} order by id desc
           offset :offset::bigint limit :limit::bigint`),
  ),
});

const LIST_ALL = list('all', 'true');
const LIST_STATUS = list('status', 'status = :status');
const LIST_ACCOUNT = list('account', 'account_id = :accountId');
const LIST_ACCOUNT_STATUS = list('account_status', 'account_id = :accountId and status = :status');

interface ListQuery {
  account_id: number | undefined;
  status: BroadcastStatus | undefined;
}

/** Newest first. Without an account: of all accounts. */
export async function listBroadcasts(
  db: Db,
  query: ListQuery,
  range: Range,
): Promise<{ total: number; broadcasts: ShownBroadcast[] }> {
  const filter = { accountId: query.account_id ?? null, status: query.status ?? null };
  const ofAccount = filter.status === null ? LIST_ACCOUNT : LIST_ACCOUNT_STATUS;
  const ofAll = filter.status === null ? LIST_ALL : LIST_STATUS;
  const { count, page } = filter.accountId === null ? ofAll : ofAccount;
  const { total } = await count.one(db, filter);
  return { total, broadcasts: await page.all(db, { ...filter, ...range }) };
}

export interface DeviceWork extends RemainingWork {
  id: number;
  device_id: number;
}

const LIST_WORK = statement<{ deviceIds: readonly number[] }, DeviceWork>(
  'broadcasts.list_work',
  `select id, device_id, delay_min_seconds, delay_max_seconds, total_recipients - claimed as remaining
   from broadcasts where device_id = any (:deviceIds::bigint[]) and status in ('draft', 'running')`,
);

export async function listWork(db: Db, deviceIds: readonly number[]): Promise<DeviceWork[]> {
  return deviceIds.length === 0 ? [] : LIST_WORK.all(db, { deviceIds });
}

export interface BroadcastBacklog {
  status: BroadcastStatus;
  count: number;
  /** Recipients without a message yet. */
  waiting: number;
}

/** Of the unfinished ones, by status. */
export const readBacklog = statement<NoParams, BroadcastBacklog>(
  'broadcasts.read_backlog',
  `select status, count(*)::int as count, sum(total_recipients - claimed)::float8 as waiting from broadcasts
   where status in ('draft', 'scheduled', 'running', 'paused') group by status`,
).all;

const READ_DEVICE = statement<{ deviceId: number }, { status: string; released_at: Date | null }>(
  'broadcasts.read_device',
  'select status, released_at from devices where id = :deviceId',
);

export async function readDevice(
  db: Db,
  deviceId: number,
): Promise<'connected' | 'disconnected' | 'released'> {
  const { status, released_at } = await READ_DEVICE.one(db, { deviceId });
  if (released_at) return 'released';
  return status === 'connected' ? 'connected' : 'disconnected';
}

export const lockBroadcast = statement<{ accountId: number; id: number }, BroadcastRow>(
  'broadcasts.lock',
  'select * from broadcasts where account_id = :accountId and id = :id for update',
).inTx.first;

const PAUSE = statement<
  { ids: readonly number[]; reasons: readonly string[]; from: readonly BroadcastStatus[] },
  BroadcastRow
>(
  'broadcasts.pause',
  `with locked as materialized (
     select id from broadcasts where id = any (:ids::bigint[]) and status = any (:from::text[])
     order by id for no key update
   )
   update broadcasts b set status = 'paused', reason = p.reason
   from unnest(:ids::bigint[], :reasons::text[]) as p (id, reason)
   where b.id = any (array(select id from locked)) and p.id = b.id
   returning b.*`,
);

/** Also suspends their messages. Answers the paused broadcasts. */
export async function pauseBroadcasts(
  tx: Tx,
  pauses: readonly { id: number; reason: string }[],
  from: readonly BroadcastStatus[],
): Promise<BroadcastRow[]> {
  const ids = pauses.map(({ id }) => id);
  const paused = await PAUSE.all(tx, { ids, reasons: pauses.map(({ reason }) => reason), from });
  const pausedIds = paused.map(({ id }) => id);
  // A separate statement sees messages that a claim committed while the first one waited for the lock.
  if (paused.length > 0) await suspendBroadcasts(tx, pausedIds);
  return paused;
}

interface Resumption {
  status: 'scheduled' | 'running';
  next_at: Date;
  started_at: Date | null;
  resumed_at: Date;
}

/** The runner resumes the suspended messages. */
export const resumeBroadcast = statement<Resumption & { id: number }, BroadcastRow>(
  'broadcasts.resume',
  `update broadcasts set status = :status, next_at = :next_at, started_at = :started_at, reason = null,
     resumed_at = :resumed_at
   where id = :id returning *`,
).inTx.one;

/**
 * SQL: only a throttle wait exceeds the delay. Locks the other broadcasts too, to wait for claims that read the earlier
 * limit.
 */
const endThrottleWaits = (devices: string) => `
  with locked as materialized (
    select id, next_at, delay_max_seconds from broadcasts
    where id = any (array(
      select id from broadcasts
      where status in ('running', 'paused') and started_at is not null and ${devices}
    ))
    order by id for no key update
  )
  update broadcasts set next_at = :now::timestamptz
  where id = any (array(
    select id from locked
    where next_at > :now::timestamptz + make_interval(secs => greatest(delay_max_seconds, 1))
  ))`;

/** Answers the number of broadcasts that become due. */
export const endWaitsOfDevice = statement<{ device_id: number; now: Date }>(
  'broadcasts.end_throttle_waits',
  endThrottleWaits('device_id = :device_id'),
).run;
export const endWaitsOfAll = statement<{ now: Date }>(
  'broadcasts.end_all_throttle_waits',
  // Always true; it makes the planner use the index of unfinished broadcasts.
  endThrottleWaits('device_id > 0'),
).run;

interface Changes {
  name: string;
  template: string;
  /** JSON, like the quiet hours. */
  approved: string | null;
  type: BroadcastType;
  file_id: string | null;
  delay_min_seconds: number;
  delay_max_seconds: number;
  scheduled_at: Date;
  quiet_hours: string | null;
}

export const changeBroadcast = statement<Changes & { id: number }, BroadcastRow>(
  'broadcasts.change',
  `update broadcasts set name = :name, template = :template, approved = :approved::jsonb, type = :type::text,
     file_id = :file_id::uuid,
     delay_min_seconds = :delay_min_seconds, delay_max_seconds = :delay_max_seconds, next_at = :scheduled_at,
     scheduled_at = :scheduled_at, quiet_hours = :quiet_hours::jsonb
   where id = :id returning *`,
).inTx.one;

export const cancelBroadcast = statement<{ id: number }, BroadcastRow>(
  'broadcasts.cancel',
  `update broadcasts set status = 'cancelled', reason = null where id = :id returning *`,
).inTx.one;

const IS_UNFINISHED = `status in ('draft', 'scheduled', 'running', 'paused')`;

/** Those of these uploads that a broadcast may still send. */
export const listHeldFiles = statement<{ ids: readonly string[] }, { file_id: string }>(
  'broadcasts.list_held_files',
  `select distinct file_id from (
     select file_id, status from broadcasts where file_id = any (:ids::uuid[]) offset 0
   ) b where ${IS_UNFINISHED}`,
).all;

const LIST_UNFINISHED = statement<{ accountId: number }, { id: number }>(
  'broadcasts.list_unfinished',
  `select id from (select id, status from broadcasts where account_id = :accountId offset 0) b
   where ${IS_UNFINISHED} order by id`,
);

/** What may have sent something. */
export const listBegun = statement<{ accountId: number; now: Date }, { id: number }>(
  'broadcasts.list_begun',
  `select id from (select id, status, scheduled_at from broadcasts where account_id = :accountId offset 0) b
   where status in ('running', 'paused') or (status = 'scheduled' and scheduled_at <= :now) order by id`,
).all;

export async function listUnfinished(db: Db, accountId: number): Promise<number[]> {
  return (await LIST_UNFINISHED.all(db, { accountId })).map(({ id }) => id);
}

const HAS_UNSETTLED = statement<{ accountId: number }, { found: boolean }>(
  'broadcasts.has_unsettled',
  `select exists (
     select from broadcasts b
     where account_id = :accountId and claimed > sent_count + failed_count and ${hasUnsettledMessages('b.id')}
   ) as found`,
);

export async function hasUnsettled(db: Db, accountId: number): Promise<boolean> {
  return (await HAS_UNSETTLED.one(db, { accountId })).found;
}

interface Cancelled {
  id: number;
  account_cancelled: boolean;
}

/** Skips broadcasts that another process has locked. */
export const lockCancelled = statement<{ now: Date }, Cancelled>(
  'broadcasts.lock_cancelled',
  `select id, (select status from accounts where id = b.account_id) = 'cancelled' as account_cancelled
   from broadcasts b
   where status = 'cancelled' and claimed > sent_count + failed_count and ${hasEnding('b.id', ':now')}
   order by id for no key update skip locked`,
).inTx.all;
