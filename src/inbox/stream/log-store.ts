import { STREAM_TYPES } from '../../gateway/events/event.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

export interface LogRow {
  account_id: number;
  position: number;
  kind: string;
  ref_id: number | null;
  /** Decides who sees an event: the device that speaks for the number now. */
  device_id: number | null;
  /** Of an event. */
  body: string | null;
}

const TYPES = STREAM_TYPES.map((type) => `'${type}'`).join(', ');

const READ = statement<{ accountIds: readonly number[]; afters: readonly number[]; limit: number }, LogRow>(
  'stream.read_log',
  `select a.account_id, l.position, l.kind, l.ref_id, l.device_id, l.body
   from unnest(:accountIds::bigint[], :afters::bigint[]) as a (account_id, after)
   cross join lateral (
     select position, kind, ref_id,
       case when kind = 'device.status' then g.device_id
         else coalesce((select c.device_id from channels c where c.id = g.channel_id), g.device_id)
       end as device_id,
       case when kind in (${TYPES}) then (select e.body from events e where e.id = g.ref_id) end as body
     from stream_log g
     where g.account_id = a.account_id and g.position > a.after
     order by g.position limit :limit::bigint
   ) l
   order by a.account_id, l.position`,
);

export function readLog(
  db: Db,
  accounts: readonly { accountId: number; after: number }[],
  limit: number,
): Promise<LogRow[]> {
  return READ.all(db, {
    accountIds: accounts.map(({ accountId }) => accountId),
    afters: accounts.map(({ after }) => after),
    limit,
  });
}
