import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';

export interface Counter {
  attempts: number;
  since: Date;
}

/** Counts from 1 again after its window, and stops above every limit. */
export const countAttempt = statement<{ key: Buffer; now: Date; windowStart: Date }, Counter>(
  'staff.count_attempt',
  `insert into login_attempts as a (key, attempts, since) values (:key, 1, :now)
   on conflict (key) do update set
     attempts = case when a.since <= :windowStart::timestamptz then 1 else least(a.attempts + 1, 1000000) end,
     since = case when a.since <= :windowStart::timestamptz then excluded.since else a.since end
   returning attempts, since`,
).one;
const GIVE_BACK = statement<{ keys: readonly Buffer[] }>(
  'staff.give_back_attempt',
  `with locked as materialized (
     select key from login_attempts where key = any (:keys::bytea[]) and attempts > 0 order by key for update
   )
   update login_attempts set attempts = attempts - 1 where key = any (array(select key from locked))`,
);
export const clearAttempts = statement<{ key: Buffer }>(
  'staff.clear_attempts',
  'delete from login_attempts where key = :key',
).run;
const DELETE_OLD = statement<{ before: Date; limit: number }>(
  'staff.delete_old_attempts',
  `delete from login_attempts where key = any (array(
     select key from login_attempts where since < :before order by since limit :limit for update skip locked
   )) and since < :before`,
);

export async function giveBackAttempts(db: Db, keys: readonly Buffer[]): Promise<void> {
  await GIVE_BACK.run(db, { keys });
}

/** Returns their number. */
export async function deleteOldAttempts(db: Db, before: Date): Promise<number> {
  return inChunks((limit) => DELETE_OLD.run(db, { before, limit }));
}
