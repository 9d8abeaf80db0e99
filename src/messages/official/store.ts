import { type Queryable, statement } from '../../lib/db/statement.ts';

export interface OtherUpdate {
  account_id: number;
  device_id: number;
  field: string;
  fingerprint: Buffer;
  /** JSON. */
  payload: string;
  at: Date;
}

const INSERT_UPDATES = statement<{
  accountIds: readonly number[];
  deviceIds: readonly number[];
  fields: readonly string[];
  fingerprints: readonly Buffer[];
  payloads: readonly string[];
  times: readonly Date[];
}>(
  'messages.insert_updates',
  `insert into official_updates (account_id, device_id, field, fingerprint, payload, created_at)
   select * from unnest(:accountIds::bigint[], :deviceIds::bigint[], :fields::text[], :fingerprints::bytea[],
     :payloads::jsonb[], :times::timestamptz[]) as u (account_id, device_id, field, fingerprint, payload, at)
   where (select status from accounts where id = u.account_id) <> 'cancelled'
   on conflict (fingerprint) do nothing`,
);

/** A repeated update is kept once, and none of a cancelled account. */
export async function insertUpdates(db: Queryable, rows: readonly OtherUpdate[]): Promise<void> {
  await INSERT_UPDATES.run(db, {
    accountIds: rows.map((row) => row.account_id),
    deviceIds: rows.map((row) => row.device_id),
    fields: rows.map((row) => row.field),
    fingerprints: rows.map((row) => row.fingerprint),
    payloads: rows.map((row) => row.payload),
    times: rows.map((row) => row.at),
  });
}

const DELETE_OLD = statement<{ olderThan: Date; limit: number }>(
  'messages.delete_old_updates',
  `delete from official_updates
   where id = any (array(select id from official_updates order by id limit :limit)) and created_at < :olderThan`,
);

/** Deletes updates before `olderThan` among the `limit` oldest. Returns their number. */
export function deleteOldUpdates(db: Queryable, olderThan: Date, limit: number): Promise<number> {
  return DELETE_OLD.run(db, { olderThan, limit });
}
