import { sql } from 'kysely';
import type { Db } from '../../lib/db/db.ts';

export interface OtherUpdate {
  account_id: number;
  device_id: number;
  field: string;
  fingerprint: Buffer;
  /** JSON. */
  payload: string;
  at: Date;
}

/** Keeps what the provider told beside messages and statuses; what was told before is kept once. */
export async function insertUpdates(db: Db, rows: readonly OtherUpdate[]): Promise<void> {
  await sql`
    insert into official_updates (account_id, device_id, field, fingerprint, payload, created_at)
    select * from unnest(
      ${rows.map((row) => row.account_id)}::bigint[], ${rows.map((row) => row.device_id)}::bigint[],
      ${rows.map((row) => row.field)}::text[], ${rows.map((row) => row.fingerprint)}::bytea[],
      ${rows.map((row) => row.payload)}::jsonb[], ${rows.map((row) => row.at)}::timestamptz[]
    )
    on conflict (fingerprint) do nothing`.execute(db);
}

/** Deletes, of the `limit` oldest updates, those from before `olderThan`; answers how many. */
export async function deleteOldUpdates(db: Db, olderThan: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from official_updates using (select id from official_updates order by id limit ${limit}) oldest
    where official_updates.id = oldest.id and created_at < ${olderThan}`.execute(db);
  return Number(numAffectedRows);
}
