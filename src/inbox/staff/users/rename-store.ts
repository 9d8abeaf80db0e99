import { statement } from '../../../platform/lib/db/statement.ts';

export interface Rename {
  id: number;
  account_id: number;
  old_name: string;
  /** The present one. */
  name: string;
  renamed_at: Date;
}

export const insertRename = statement<{ accountId: number; userId: number; name: string; now: Date }>(
  'users.note_rename',
  `insert into user_renames (account_id, user_id, old_name, renamed_at)
   values (:accountId, :userId, :name, :now)
   on conflict (account_id, old_name) do update set user_id = :userId, renamed_at = :now`,
).inTx.run;

export const listRenames = statement<{ before: Date; after: number; limit: number }, Rename>(
  'users.list_renames',
  `select r.id, r.account_id, r.old_name, u.name, r.renamed_at
   from (
     select * from user_renames where renamed_at <= :before::timestamptz and id > :after
     order by id limit :limit::bigint
   ) r
   cross join lateral (select name from users where id = r.user_id offset 0) u
   order by r.id`,
).all;

/** Another rename from the same name stays. */
export const deleteRename = statement<{ id: number; renamedAt: Date }>(
  'users.forget_rename',
  'delete from user_renames where id = :id and renamed_at = :renamedAt::timestamptz',
).run;
