import type { Db } from '../../lib/db/db.ts';
import { type NoParams, statement } from '../../lib/db/statement.ts';

// `id > 0` is true for all accounts. It makes the planner read the index of cancelled accounts.
const LIST_CLOSING = statement<NoParams, { id: number }>(
  'accounts.list_closing',
  `select id from accounts where status = 'cancelled' and closed_at is null and id > 0 order by id`,
);
export const close = statement<{ id: number; now: Date }>(
  'accounts.close',
  'update accounts set closed_at = :now where id = :id',
).run;

/** Cancelled accounts whose work has not ended. */
export async function listClosing(db: Db): Promise<number[]> {
  return (await LIST_CLOSING.all(db, {})).map(({ id }) => id);
}
