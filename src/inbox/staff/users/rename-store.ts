import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface Rename {
  id: number;
  account_id: number;
  old_name: string;
  /** The present one. */
  name: string;
  renamed_at: Date;
}

const NOTE = statement<{ accountId: number; userId: number; name: string; now: Date }>(
  'users.note_rename',
  `insert into user_renames (account_id, user_id, old_name, renamed_at)
   values (:accountId, :userId, :name, :now)
   on conflict (account_id, old_name) do update set user_id = :userId, renamed_at = :now`,
);

export async function insertRename(
  tx: Tx,
  rename: { accountId: number; userId: number; name: string; now: Date },
): Promise<void> {
  await NOTE.run(tx, rename);
}

const LIST = statement<{ before: Date; after: number; limit: number }, Rename>(
  'users.list_renames',
  `select r.id, r.account_id, r.old_name, u.name, r.renamed_at
   from (
     select * from user_renames where renamed_at <= :before::timestamptz and id > :after
     order by id limit :limit::bigint
   ) r
   cross join lateral (select name from users where id = r.user_id offset 0) u
   order by r.id`,
);

export function listRenames(db: Db, page: { before: Date; after: number; limit: number }): Promise<Rename[]> {
  return LIST.all(db, page);
}

const FORGET = statement<{ id: number; renamedAt: Date }>(
  'users.forget_rename',
  'delete from user_renames where id = :id and renamed_at = :renamedAt::timestamptz',
);

/** Another rename from the same name stays. */
export async function deleteRename(db: Db, { id, renamed_at }: Rename): Promise<void> {
  await FORGET.run(db, { id, renamedAt: renamed_at });
}
