import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import { STREAM } from './consumer.ts';

export const listAccounts = statement<
  { after: number; limit: number },
  { account_id: number; is_live: boolean }
>(
  'stream.list_accounts',
  `select account_id, is_live from stream_accounts
   where account_id > :after order by account_id limit :limit::bigint`,
).all;

interface Bounds {
  /** Of the log of an account. */
  rows: number;
  hours: number;
}

const TRIM = statement<Bounds & { accountIds: readonly number[]; limit: number }, { deleted: number }>(
  'stream.trim_log',
  `with old as materialized (
    select s.account_id, g.position, g.row
    from unnest(:accountIds::bigint[]) as a (id)
    cross join lateral (
      select account_id, last_position from stream_accounts where account_id = a.id limit 1
    ) s
    cross join lateral (
      select position, logged_at, ctid as row from stream_log l
      where l.account_id = s.account_id order by l.position limit :limit::bigint
    ) g
    where g.position <= s.last_position - :rows::bigint or g.logged_at < now() - :hours::int * interval '1 hour'
  ), forgot as (
    update stream_accounts s set forgotten = greatest(s.forgotten, o.position)
    from (select account_id, max(position) as position from old group by account_id) o
    where s.account_id = any (array(select account_id from old)) and s.account_id = o.account_id
  ), deleted as (
    delete from stream_log where ctid = any (array(select row from old)) returning 1
  )
  select count(*)::int as deleted from deleted`,
);

/** At most `limit` rows of each account. */
export async function trimLog(
  db: Db,
  accountIds: readonly number[],
  bounds: Bounds,
  limit: number,
): Promise<number> {
  return (await TRIM.one(db, { accountIds, ...bounds, limit })).deleted;
}

const IS_OPEN = `seen_at > now() - interval '5 minutes'`;

const NOTE_USE = statement<{ accountIds: readonly number[] }>(
  'stream.note_use',
  `update stream_accounts set streamed_at = now()
   where account_id = any (array(
     select account_id from stream_clients where account_id = any (:accountIds::bigint[]) and ${IS_OPEN}
   )) and streamed_at < now() - interval '1 hour'`,
);
const FORGET_CLIENTS = statement<{ accountIds: readonly number[] }>(
  'stream.forget_clients',
  `delete from stream_clients
   where account_id = any (:accountIds::bigint[]) and seen_at < now() - interval '5 minutes'`,
);
const LIST_UNUSED = statement<{ accountIds: readonly number[]; days: number }, { account_id: number }>(
  'stream.list_unused',
  `select s.account_id from stream_accounts s
   where s.account_id = any (:accountIds::bigint[]) and s.is_live
     and s.streamed_at < now() - :days::int * interval '1 day'`,
);
const END = statement<{ accountId: number; days: number }>(
  'stream.end_account',
  `update stream_accounts set is_live = false, forgotten = last_position, live_xid = null, unseeing_before = null
   where account_id = :accountId and is_live and streamed_at < now() - :days::int * interval '1 day'
     and not exists (select from stream_clients where account_id = :accountId and ${IS_OPEN})`,
);

/** Also forgets streams of dead processes. */
export async function noteUse(db: Db, accountIds: readonly number[]): Promise<void> {
  await NOTE_USE.run(db, { accountIds });
  await FORGET_CLIENTS.run(db, { accountIds });
}

export async function listUnused(db: Db, accountIds: readonly number[], days: number): Promise<number[]> {
  return (await LIST_UNUSED.all(db, { accountIds, days })).map(({ account_id }) => account_id);
}

/** False: the account has a new stream. */
export async function endAccount(tx: Tx, accountId: number, days: number): Promise<boolean> {
  return (await END.run(tx, { accountId, days })) > 0;
}

const rowsOf = (table: string, condition: string, order: string) => `any (array(
      select one.row from dead cross join lateral (
        select ctid as row from ${table} t where ${condition} order by ${order} limit :limit::bigint
      ) one
    ))`;

const DISCARD = statement<{ accountIds: readonly number[]; limit: number }, { deleted: number }>(
  'stream.discard',
  `with dead as materialized (
    select s.account_id from unnest(:accountIds::bigint[]) as a (id)
    cross join lateral (select account_id from stream_accounts where account_id = a.id and not is_live limit 1) s
  ), backlog as (
    delete from event_backlog where ctid = ${rowsOf(
      'event_backlog',
      `t.consumer = '${STREAM.name}' and t.account_id = dead.account_id`,
      't.event_id',
    )}
    returning 1
  ), changes as (
    delete from stream_changes where ctid = ${rowsOf('stream_changes', 't.account_id = dead.account_id', 't.id')}
    returning 1
  ), logged as (
    delete from stream_log where ctid = ${rowsOf('stream_log', 't.account_id = dead.account_id', 't.position')}
    returning 1
  )
  select ((select count(*) from backlog) + (select count(*) from changes) + (select count(*) from logged))::int
    as deleted`,
);

/** At most `limit` rows of each account and table. */
export async function discard(db: Db, accountIds: readonly number[], limit: number): Promise<number> {
  return (await DISCARD.one(db, { accountIds, limit })).deleted;
}
