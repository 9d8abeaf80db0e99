import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { isGroupSql } from '../../people/identity.ts';
import { type FigureGroup, MAX_CODE } from './schema.ts';

export interface Scope {
  /** Local dates. */
  firstDay: string;
  lastDay: string;
  accountId: number;
  /** Null: all devices. */
  deviceId: number | null;
  from: Date;
  until: Date;
  days: readonly Date[];
}

/** One statement per group, so that each reads only what it needs. */
const BUCKETS: Record<FigureGroup, string> = {
  day: 'width_bucket(created_at, :days::timestamptz[])',
  device: 'device_id',
};
const COUNTED_BUCKETS: Record<FigureGroup, string> = {
  day: 'day - :firstDay::date + 1',
  device: 'device_id',
};
const perGroup = <Value>(make: (group: FigureGroup) => Value): Record<FigureGroup, Value> => ({
  day: make('day'),
  device: make('device'),
});
/** Without imported messages. */
const IN_SCOPE = `id > 0 and account_id = :accountId and created_at >= :from and created_at < :until
  and (:deviceId::bigint is null or device_id = :deviceId::bigint) and :days::timestamptz[] is not null`;

/** Of deleted messages. */
const COUNTED = `counted_messages
       where account_id = :accountId and day >= :firstDay::date and day <= :lastDay::date
         and (:deviceId::bigint is null or device_id = :deviceId::bigint)`;

export interface ReceivedRow {
  /** Number of the day from 1, or row id of the device. */
  bucket: number;
  count: number;
}

const READ_RECEIVED = perGroup((group) =>
  statement<Scope, ReceivedRow>(
    `messages.figures_of_received_by_${group}`,
    `select bucket, sum(count)::int as count from (
       select bucket, count(*) as count from (
         -- Apart from the groups, whose order would suggest the index of devices.
         select ${BUCKETS[group]} as bucket from messages
         where direction = 'in' and (details is null or not details ? 'edit') and ${IN_SCOPE} offset 0
       ) kept group by bucket
       union all
       select ${COUNTED_BUCKETS[group]}, messages from ${COUNTED} and status = 'received'
     ) found group by bucket`,
  ),
);

export interface SentRow extends ReceivedRow {
  source: 'api' | 'broadcast' | 'staff' | 'bot' | 'phone';
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** Null: not failed, or rare. */
  error_code: string | null;
}

// Rows from before sources follow from their broadcast.
const SOURCE = `coalesce(source, case when broadcast_id is null then 'api' else 'broadcast' end)`;

const READ_SENT = perGroup((group) =>
  statement<Scope & { maxErrors: number }, SentRow>(
    `messages.figures_of_sent_by_${group}`,
    `with found as materialized (
       select ${BUCKETS[group]} as bucket, ${SOURCE} as source, status,
         left(error_code, ${MAX_CODE}) as error_code, count(*) as count
       from messages
       where direction = 'out' and not due and not held and status <> 'queued' and ${IN_SCOPE} group by 1, 2, 3, 4
       union all
       select ${COUNTED_BUCKETS[group]}, source, status, nullif(error_code, ''), messages
       from ${COUNTED} and status <> 'received'
     ), frequent as (
       select error_code from found where status = 'failed' and error_code is not null
       group by error_code order by sum(count) desc, error_code limit :maxErrors::bigint
     )
     select f.bucket, f.source, f.status, q.error_code,
       sum(f.count)::int as count
     from found f left join frequent q on q.error_code = f.error_code and f.status = 'failed'
     group by 1, 2, 3, 4`,
  ),
);

const COUNT_DELETED = statement<{
  accountId: number;
  ids: readonly number[];
  days: readonly string[];
  starts: readonly Date[];
}>(
  'messages.count_deleted',
  `insert into counted_messages as c (account_id, day, device_id, channel_id, source, status, error_code, messages)
   select m.account_id, (:days::date[])[width_bucket(m.created_at, :starts::timestamptz[])], m.device_id,
     case when m.direction = 'in' and not ${isGroupSql('m.phone')} then coalesce(s.channel_id, 0) else 0 end,
     case when m.direction = 'in' then '' else ${SOURCE} end, m.status,
     case when m.status = 'failed' then coalesce(left(m.error_code, ${MAX_CODE}), '') else '' end, count(*)
   from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select * from messages where id = i.id offset 0) m
   left join lateral (
     select channel_id from channel_devices
     where device_id = m.device_id and from_message_id < m.id and m.id <= coalesce(until_message_id, m.id) limit 1
   ) s on true
   where m.id > 0 and m.account_id = :accountId
     and (m.direction = 'out' or m.details is null or not m.details ? 'edit')
   group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
   on conflict (account_id, day, device_id, channel_id, source, status, error_code)
   do update set messages = c.messages + excluded.messages`,
);

/** `starts` rise; each is the begin of its day. Imported messages have no figures. */
export const countDeleted = COUNT_DELETED.inTx.run;

/** Without edits. */
export function readReceived(db: Queryable, group: FigureGroup, scope: Scope): Promise<ReceivedRow[]> {
  return READ_RECEIVED[group].all(db, scope);
}

export function readSent(
  db: Queryable,
  group: FigureGroup,
  scope: Scope,
  maxErrors: number,
): Promise<SentRow[]> {
  return READ_SENT[group].all(db, { ...scope, maxErrors });
}

/** Accepted times of the newest received, sent or failed messages. */
export const findLastTimes = statement<
  { accountIds: readonly number[] },
  { account_id: number; at: Date | null }
>(
  'messages.find_last_times',
  `select a.id as account_id, greatest(
     (select created_at from messages
      where account_id = a.id and direction = 'in' and (details is null or not details ? 'edit')
      order by created_at desc limit 1),
     (select created_at from messages
      where account_id = a.id and direction = 'out' and not due and not held
      order by created_at desc limit 1)) as at
   from unnest(:accountIds::bigint[]) as a (id)`,
).all;

const FIND_DEVICES = statement<
  { accountId: number; ids: readonly number[] },
  { id: number; device_uuid: string }
>(
  'messages.figures_of_devices',
  `select d.id, d.device_uuid from unnest(:ids::bigint[]) as i (id)
   cross join lateral (select id, account_id, device_uuid from devices where id = i.id offset 0) d
   where d.account_id = :accountId`,
);

/** Of devices and live chats, also released ones, by row id. */
export async function findDeviceUuids(
  db: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await FIND_DEVICES.all(db, { accountId, ids });
  return new Map(rows.map(({ id, device_uuid }) => [id, device_uuid]));
}
