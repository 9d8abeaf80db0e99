import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { callingCodeOf, countCharges } from '../../costs/charge.ts';
import type { Pricing } from '../../engines/callbacks.ts';
import { AT_MOST_ONCE } from '../../engines/kinds.ts';
import { isVisitorSql } from '../../people/identity.ts';
import type { MessageStatus } from '../schema.ts';
import { STATUS_WAIT_SECONDS } from './expiry.ts';
import { FAILURES, failureText } from './failures.ts';
import { ofSome } from './outbound-columns.ts';
import { publicIdOf } from './public-ids.ts';
import { mayMove, rankOf, wasClaimed } from './states.ts';
import { transition } from './transition.ts';

export interface StatusChange {
  device_id: number;
  /** Null when only `provider_id` is known. */
  wa_message_id: string | null;
  /** Replaces the reserved id. */
  provider_id?: string | null;
  status: Exclude<MessageStatus, 'queued'>;
  error_code: string | null;
  error_message: string | null;
  /** The message never reached the provider. */
  refund: boolean;
  pricing?: Pricing | null;
  at?: Date;
}

interface Moved {
  count: number;
}

/**
 * The provider charges what it delivers, also a message that failed here. Statuses may be missing or late, so each can
 * complete the price; the first price stays. A batch may name a message by both ids: all its changes count.
 */
const PRICED = `
  reported as materialized (
    select c.id, (array_agg(c.pricing order by c.at) filter (where c.pricing is not null))[1] as pricing,
      min(c.at) filter (where c.to_status in ('delivered', 'read')) as delivered_at, min(c.at) as at
    from known c group by c.id
  ), priced as materialized (
    select m.*, coalesce(m.known_pricing, c.pricing) as pricing,
      case when m.status in ('delivered', 'read') or c.delivered_at is not null
        then greatest(m.created_at, least(coalesce(c.delivered_at, c.at), :now::timestamptz)) end as charged_at
    from reported c join locked m on m.id = c.id
    where m.counted_at is null and coalesce(m.known_pricing, c.pricing) is not null
  )`;

/** A statement changes a row once, so messages that change get the price with their status. */
const PRICE_REST = `
  price_rest as (
    update messages m set pricing = p.pricing, charged_at = p.charged_at
    from priced p
    where m.id = p.id and (p.known_pricing is null or p.charged_at is not null)
      and not exists (select from before b where b.id = p.id)
  ), counted as (
    ${countCharges(`
      select account_id, charged_at, device_id, pricing, ${callingCodeOf('phone')} as calling_code, broadcast_id,
        automation
      from priced where charged_at is not null`)}
  )`;

/**
 * Look-ups are separate from the lock: after a wait, PostgreSQL evaluates joins again. A union would lose the row, and
 * the later of two statuses.
 */
const MOVE_STATUSES = statement<
  {
    deviceIds: readonly number[];
    reservedIds: readonly (string | null)[];
    statuses: readonly string[];
    codes: readonly (string | null)[];
    texts: readonly (string | null)[];
    refunds: readonly boolean[];
    providerIds: readonly (string | null)[];
    pricings: readonly (string | null)[] | null;
    times: readonly (Date | null)[] | null;
    now: Date;
  },
  LateStatus | Followed
>(
  'queue.move_statuses',
  transition(
    `
    input as materialized (
      select device_id, wa_message_id, to_status, error_code, error_message, refund, provider_id,
        pricing::jsonb as pricing, coalesce(at, :now::timestamptz) as at
      from unnest(:deviceIds::bigint[], :reservedIds::text[], :statuses::text[], :codes::text[],
          :texts::text[], :refunds::bool[], :providerIds::text[], :pricings::text[], :times::timestamptz[])
        as c (device_id, wa_message_id, to_status, error_code, error_message, refund, provider_id, pricing, at)
    ), known as materialized (
      select c.*, m.id from input c cross join lateral (
        select id from messages where device_id = c.device_id and reserved_wa_id = c.wa_message_id offset 0
      ) m
      union all
      select c.*, m.id from input c cross join lateral (
        select id from messages
        where device_id = c.device_id and wa_message_id = c.provider_id and direction = 'out'
          and wa_message_id <> reserved_wa_id offset 0
      ) m
      where c.wa_message_id is null
      union all
      -- A message of the phone: its reserved id is the id of the provider.
      select c.*, m.id from input c cross join lateral (
        select id from messages where device_id = c.device_id and reserved_wa_id = c.provider_id offset 0
      ) m
      where c.wa_message_id is null
    ), locked as materialized (
      select id, public_id, account_id, status, error_code, wa_message_id, resent_at, device_id, phone, broadcast_id,
        details -> 'automation' as automation, created_at, pricing as known_pricing, charged_at as counted_at
      from messages
      where id = any (array(select id from known)) and direction = 'out' order by id for update
    ), ${PRICED}, before as materialized (
      select distinct on (m.id) m.id, m.status as previous, c.to_status, c.error_code, c.error_message, c.refund,
        c.provider_id, coalesce(p.pricing, m.known_pricing) as pricing,
        coalesce(p.charged_at, m.counted_at) as charged_at
      from known c join locked m on m.id = c.id left join priced p on p.id = c.id
      where ${mayMove('m.status', 'c.to_status')}
      order by m.id, ${rankOf('c.to_status')} desc
    ), ${PRICE_REST}`,
    {
      set: 'pricing = b.pricing, charged_at = b.charged_at,',
      result: `select m.id, ${publicIdOf('m')} as message_id, m.account_id, m.status <> 'failed' as is_doubled
       from known c join locked m on m.id = c.id
       where (m.status = 'failed' and m.error_code = 'outcome_unknown' and c.to_status <> 'failed')
         or (m.resent_at is not null and m.wa_message_id <> c.provider_id)
       union all
       -- The pages of visitors read messages, not events.
       select null, null, null, null
       where exists (select from backlogged) or exists (select from moved where ${isVisitorSql('phone')})`,
    },
  ),
);

/** A consumer waits for one of the events. */
type Followed = { [Key in keyof LateStatus]: null };

/** The message counted as not taken: it failed, or was sent again (`is_doubled`). */
export interface LateStatus {
  id: number;
  message_id: number;
  account_id: number;
  is_doubled: boolean;
}

interface Settled {
  late: LateStatus[];
  isFollowed: boolean;
}

/** Ignores changes that do not apply. Of several changes of a message, the highest rank applies. */
export async function moveStatuses(
  db: Queryable,
  changes: readonly StatusChange[],
  now: Date,
): Promise<Settled> {
  const rows = await MOVE_STATUSES.all(db, {
    deviceIds: changes.map((change) => change.device_id),
    reservedIds: changes.map((change) => change.wa_message_id),
    statuses: changes.map((change) => change.status),
    codes: changes.map((change) => change.error_code),
    texts: changes.map((change) => change.error_message),
    refunds: changes.map((change) => change.refund),
    providerIds: changes.map((change) => change.provider_id ?? null),
    pricings: ofSome(changes.map(({ pricing }) => pricing && JSON.stringify(pricing))),
    times: ofSome(changes.map(({ at }) => at)),
    now,
  });
  const late = rows.filter((row) => row.id !== null);
  return { late, isFollowed: late.length < rows.length };
}

export interface QueuedFailure {
  id: number;
  error_code: string;
  error_message: string;
  refund: boolean;
}

const FAIL_QUEUED = statement<
  {
    ids: readonly number[];
    codes: readonly string[];
    texts: readonly string[];
    refunds: readonly boolean[];
    now: Date;
  },
  Moved
>(
  'queue.fail_queued',
  transition(`
    locked as materialized (
      select id, status from messages where id = any (:ids::bigint[]) order by id for update
    ), before as materialized (
      select m.id, m.status as previous, 'failed' as to_status, f.error_code, f.error_message, f.refund,
        null::text as provider_id
      from unnest(:ids::bigint[], :codes::text[], :texts::text[], :refunds::bool[])
        as f (id, error_code, error_message, refund)
      join locked m on m.id = f.id
      where m.status = 'queued'
    )`),
);

/** For locked messages. The caller knows which are possibly written. */
export async function failQueued(db: Queryable, rows: readonly QueuedFailure[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await FAIL_QUEUED.run(db, {
    ids: rows.map((row) => row.id),
    codes: rows.map((row) => row.error_code),
    texts: rows.map((row) => row.error_message),
    refunds: rows.map((row) => row.refund),
    now,
  });
}

export const BATCH = 500;

/** Ids alone: other conditions would replace the index. */
export const lockPicked = `
  locked as materialized (
    select id, status, due, maybe_written from messages
    where id = any (array(select id from picked)) order by id for update skip locked
  )`;

/** A message waits for its broadcast until the first claim, then for its device. */
const waitsForItsDevice = `(broadcast_id is null or ${wasClaimed})`;
/** For a broadcast message: since its last claim or deferral. */
const waitsSince = 'case when broadcast_id is null then created_at else greatest(created_at, not_before) end';

const AT_MOST_ONCE_LIST = AT_MOST_ONCE.map((engine) => `'${engine}'`).join(', ');

/**
 * SQL: device `id` with its account, and why its messages end.
 * - expired_before: the cutoff, moved back by suspensions of the account.
 * - ends_written: possibly written messages end too, in a cancelled account after the wait for a status. Those of an
 *   at-most-once engine then end by `failUnresolved` or evidence.
 */
const endOf = (id: string) => `
  select d.id, a.status = 'cancelled' or d.released_at is not null or d.status = 'banned' as is_final,
    case when a.status = 'cancelled' then 'account_cancelled' when d.released_at is not null then 'device_released'
      when d.status = 'banned' then 'device_banned' else 'expired' end as error_code,
    a.status <> 'cancelled' or (
      d.engine not in (${AT_MOST_ONCE_LIST})
      and coalesce(a.cancelled_at, '-infinity') <= :now::timestamptz - interval '${STATUS_WAIT_SECONDS} seconds'
    ) as ends_written,
    case when isempty(a.suspended) then :cutoff::timestamptz
      else kurir_active_since(a.suspended, :now::timestamptz, :now::timestamptz - :cutoff::timestamptz)
    end as expired_before
  from (select * from devices where id = ${id} offset 0) d
  cross join lateral (
    select status, suspended, cancelled_at from accounts where id = d.account_id offset 0
  ) a`;

/** SQL: the oldest waiting message of each device, from one device of the index to the next. */
export const OLDEST = `with recursive oldest as (
    (select device_id, created_at from messages where due order by device_id, id limit 1)
    union all
    select next.device_id, next.created_at
    from oldest o cross join lateral (
      select device_id, created_at from messages
      where due and device_id > o.device_id order by device_id, id limit 1
    ) next
  )`;

/** Skips devices whose oldest open message is younger than the cutoff. */
const FAIL_UNSENDABLE = statement<{ cutoff: Date; now: Date }, Moved>(
  'queue.fail_unsendable',
  transition(`
    affected as materialized (
      ${OLDEST}
      select d.*
      from oldest o cross join lateral (${endOf('o.device_id')}) d
      where d.is_final or o.created_at < d.expired_before
    ), picked as materialized (
      select m.id, a.error_code, a.ends_written
      from affected a cross join lateral (
        select id, ${waitsSince} as waits_since
        from messages
        where device_id = a.id and due and ${waitsForItsDevice} and (a.ends_written or not maybe_written)
        order by id limit ${BATCH}
      ) m
      where a.is_final or m.waits_since < a.expired_before
      limit ${BATCH}
    ), ${lockPicked}, ended as materialized (
      select l.*,
        case when l.maybe_written and p.error_code = 'account_cancelled' then 'outcome_unknown' else p.error_code end
          as error_code
      from picked p join locked l on l.id = p.id
      where l.due and (p.ends_written or not l.maybe_written)
    ), before as materialized (
      select id, status as previous, 'failed' as to_status, error_code, ${failureText('error_code')} as error_message,
        not maybe_written as refund, null::text as provider_id
      from ended
    )`),
);

/**
 * Of cancelled accounts, released or banned devices, or waiting since before `cutoff`. Returns their number, at most
 * `BATCH`.
 */
export async function failUnsendable(db: Queryable, cutoff: Date, now: Date): Promise<number> {
  const { count } = await FAIL_UNSENDABLE.one(db, { cutoff, now });
  return count;
}

const DROP_QUEUED = statement<{ deviceIds: readonly number[]; now: Date }, Moved>(
  'queue.drop_queued',
  transition(`
    picked as materialized (
      select own.id from unnest(:deviceIds::bigint[]) as device (id)
      cross join lateral (
        select id from messages where device_id = device.id and due and broadcast_id is null
        order by id limit ${BATCH}
      ) own
      limit ${BATCH}
    ), ${lockPicked}, ended as materialized (
      select l.*, case when l.maybe_written then 'outcome_unknown' else 'dropped' end as error_code
      from locked l where l.due
    ), before as materialized (
      select id, status as previous, 'failed' as to_status, error_code, ${failureText('error_code')} as error_message,
        not maybe_written as refund, null::text as provider_id
      from ended
    )`),
);

/** Without those of broadcasts. Returns the number of messages, at most `BATCH`. */
export async function dropQueued(db: Queryable, deviceIds: readonly number[], now: Date): Promise<number> {
  return (await DROP_QUEUED.one(db, { deviceIds, now })).count;
}

const FAIL_UNRESOLVED = statement<{ engines: readonly string[]; now: Date }, Moved>(
  'queue.fail_unresolved',
  transition(`
    unresolved as materialized (
      select id, device_id from messages where due and maybe_written and not_before <= :now
    ), picked as materialized (
      select u.id from unresolved u
      cross join lateral (select engine from devices where id = u.device_id offset 0) d
      where d.engine = any (:engines::text[]) order by u.id limit ${BATCH}
    ), ${lockPicked}, before as materialized (
      select m.id, m.status as previous, 'failed' as to_status, 'outcome_unknown' as error_code,
        '${FAILURES.outcome_unknown}' as error_message, false as refund, null::text as provider_id
      from locked m where m.due
    )`),
);

/** For engines that send at most once. Returns the number of messages. */
export async function failUnresolved(db: Queryable, engines: readonly string[], now: Date): Promise<number> {
  const { count } = await FAIL_UNRESOLVED.one(db, { engines, now });
  return count;
}

/** Only open and kept messages ever expire. By their indexes: each has its first row at once. */
export const findOpen = statement<NoParams, { id: number }>(
  'queue.find_open',
  `(select id from messages where due order by device_id, id limit 1)
   union all
   (select id from messages where kept_reason is not null and not_before >= '-infinity' order by not_before limit 1)
   limit 1`,
).first;

const FAIL_KEPT = statement<{ now: Date }, Moved>(
  'queue.fail_kept',
  transition(`
    picked as materialized (
      select id from messages where kept_reason is not null and not_before <= :now order by not_before limit ${BATCH}
    ), locked as materialized (
      select id, status, kept_reason from messages
      where id = any (array(select id from picked)) order by id for update skip locked
    ), before as materialized (
      select id, status as previous, 'failed' as to_status, 'outcome_unknown' as error_code,
        '${FAILURES.outcome_unknown}' as error_message, false as refund, null::text as provider_id
      from locked where status = 'queued' and kept_reason is not null
    )`),
);

/** Returns the number of messages, at most `BATCH`. */
export async function failKept(db: Queryable, now: Date): Promise<number> {
  return (await FAIL_KEPT.one(db, { now })).count;
}

// `not_before >= '-infinity'` is always true; it makes the planner use the index of unresolved messages.
const LIST_UNRESOLVED = statement<NoParams, { device_id: number }>(
  'queue.list_unresolved',
  `with unresolved as materialized (
    select device_id from messages where due and maybe_written and not_before >= '-infinity'
  )
  select distinct device_id from unresolved`,
);

/** Devices with open messages that are possibly written. */
export async function listUnresolved(db: Queryable): Promise<Set<number>> {
  const rows = await LIST_UNRESOLVED.all(db, {});
  return new Set(rows.map(({ device_id }) => device_id));
}
