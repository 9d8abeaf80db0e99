import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import { STREAM } from './consumer.ts';

export interface Sequenced {
  account_id: number;
  last_position: number;
  /** Older transactions may commit unnoted changes. */
  has_unseeing: boolean;
  /** More changes may wait. */
  has_more: boolean;
}

/**
 * Dense positions for committed changes, under the account's lock. A process that has waited for the lock sees the last
 * position, without the rows that the other process took. Changes of a conversation share a position in a step.
 */
/** For live accounts, with a limit for each. */
export const sequence = statement<{ accountIds: readonly number[]; limit: number }, Sequenced>(
  'stream.sequence',
  `with known as materialized (
    select s.account_id, s.last_position, s.has_unseeing, busy.one is not null as is_busy
    from unnest(:accountIds::bigint[]) as a (id)
    cross join lateral (
      select account_id, last_position, live_xid is not null as has_unseeing from stream_accounts
      where account_id = a.id and is_live limit 1
    ) s
    left join lateral (
      select one from (
        (select 1 as one from event_backlog where consumer = '${STREAM.name}' and account_id = a.id limit 1)
        union all
        (select 1 from stream_changes where account_id = a.id limit 1)
      ) found limit 1
    ) busy on true
  ), locked as materialized (
    select account_id, last_position from stream_accounts
    where account_id = any (array(select account_id from known where is_busy)) and is_live
    order by account_id for update
  ), taken as (
    delete from event_backlog where ctid = any (array(
      select one.row from locked cross join lateral (
        select ctid as row from event_backlog b
        where b.consumer = '${STREAM.name}' and b.account_id = locked.account_id
        order by b.event_id limit :limit::bigint
      ) one
    ))
    returning account_id, event_id, type
  ), changed as (
    delete from stream_changes where ctid = any (array(
      select one.row from locked cross join lateral (
        select ctid as row from stream_changes c where c.account_id = locked.account_id
        order by c.id limit :limit::bigint
      ) one
    ))
    returning account_id, id, kind, ref_id
  ), items as (
    select t.account_id, 0 as list, t.event_id as place, t.type as kind, t.event_id as ref_id, d.id as device_id,
      d.channel_id
    from taken t
    left join lateral (
      select (body::json ->> 'device_uuid')::uuid as device_uuid from events where id = t.event_id limit 1
    ) e on true
    left join lateral (select id, channel_id from devices where device_uuid = e.device_uuid limit 1) d on true
    union all
    select account_id, 1, min(id), kind, ref_id, null, null from changed group by account_id, kind, ref_id
  ), positioned as materialized (
    select i.*, l.last_position + row_number() over (partition by i.account_id order by i.list, i.place) as position
    from items i join locked l on l.account_id = i.account_id
  ), logged as (
    insert into stream_log (account_id, position, kind, ref_id, device_id, channel_id, logged_at)
    select account_id, position, kind, ref_id, device_id, channel_id, now() from positioned
  ), moved as (
    update stream_accounts s set last_position = p.position
    from (select account_id, max(position) as position from positioned group by account_id) p
    where s.account_id = any (array(select account_id from locked)) and s.account_id = p.account_id
    returning s.account_id, s.last_position
  )
  select k.account_id, coalesce(m.last_position, l.last_position, k.last_position) as last_position, k.has_unseeing,
    (select count(*) from taken t where t.account_id = k.account_id) >= :limit
      or (select count(*) from changed c where c.account_id = k.account_id) >= :limit as has_more
  from known k
  left join locked l on l.account_id = k.account_id
  left join moved m on m.account_id = k.account_id`,
).all;

/**
 * A statement from before the account was live has an older `backend_xmin`; its transaction, if it
 * wrote, an older number.
 */
const NOTE_UNSEEING = statement<{ accountIds: readonly number[] }>(
  'stream.note_unseeing',
  `update stream_accounts s set unseeing_before = pg_snapshot_xmax(pg_current_snapshot())
   where s.account_id = any (:accountIds::bigint[]) and s.live_xid is not null and s.unseeing_before is null
     and not exists (
       select from pg_stat_get_activity(null) a, pg_stat_get_activity(pg_backend_pid()) own
       where a.datid = own.datid and a.pid <> own.pid and a.backend_type = 'client backend'
         and age(a.backend_xmin) >= age(s.live_xid::xid)
     )`,
);
const RESYNC_UNSEEN = statement<{ accountIds: readonly number[] }>(
  'stream.resync_unseen',
  `with ended as (
    update stream_accounts set live_xid = null, unseeing_before = null
    where account_id = any (:accountIds::bigint[]) and unseeing_before <= pg_snapshot_xmin(pg_current_snapshot())
    returning account_id
  )
  insert into stream_changes (account_id, kind) select account_id, 'resync' from ended`,
);

/** For accounts whose older transactions have ended. */
export async function resyncUnseen(db: Db, accountIds: readonly number[]): Promise<void> {
  await NOTE_UNSEEING.run(db, { accountIds });
  await RESYNC_UNSEEN.run(db, { accountIds });
}
