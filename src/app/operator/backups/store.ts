import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

export interface BackupRow {
  id: number;
  outcome: 'done' | 'failed';
  made_at: Date;
  size_bytes: number | null;
  location: string | null;
  /** Of the last restore for a test. */
  verified_at: Date | null;
}

export type NewBackup = Omit<BackupRow, 'id' | 'verified_at'> & { verified_at?: Date | null };

const COLUMNS = 'id, outcome, made_at, size_bytes, location, verified_at';

const INSERT = statement<Omit<BackupRow, 'id'>, BackupRow>(
  'operator.insert_backup',
  `insert into backups (outcome, made_at, size_bytes, location, verified_at)
   values (:outcome, :made_at, :size_bytes, :location, :verified_at) returning ${COLUMNS}`,
);
const DELETE_OLD = statement<{ kept: number }>(
  'operator.delete_old_backups',
  'delete from backups where id = any (array(select id from backups order by id desc offset :kept::bigint))',
);
const LIST = statement<{ before: number | null; limit: number }, BackupRow>(
  'operator.list_backups',
  `select ${COLUMNS} from backups where id < coalesce(:before::bigint, 9223372036854775807)
   order by id desc limit :limit::bigint`,
);
/** Undefined without a backup that is done. */
export const findLatestDone = statement<NoParams, BackupRow>(
  'operator.find_latest_backup',
  `select ${COLUMNS} from backups where outcome = 'done' order by made_at desc, id desc limit 1`,
).first;

/** Answers how many records name the place. */
export const markVerified = statement<{ location: string; now: Date }>(
  'operator.mark_backup_verified',
  `update backups set verified_at = :now where location = :location and outcome = 'done'`,
).run;

/** Keeps the newest `kept` records. */
export async function insertBackup(tx: Tx, backup: NewBackup, kept: number): Promise<BackupRow> {
  const row = await INSERT.one(tx, { verified_at: null, ...backup });
  await DELETE_OLD.run(tx, { kept });
  return row;
}

/** The newest record first. */
export function listBackups(db: Db, before: number | undefined, limit: number): Promise<BackupRow[]> {
  return LIST.all(db, { before: before ?? null, limit });
}
