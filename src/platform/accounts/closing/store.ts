import { type NoParams, statement } from '../../lib/db/statement.ts';

/** Cancelled accounts whose work has not ended. */
export const listClosing = statement<NoParams, { account_id: number }>(
  'accounts.list_closing',
  // `id > 0` is true for all accounts. It makes the planner read the index of cancelled accounts.
  `select id as account_id from accounts where status = 'cancelled' and closed_at is null and id > 0 order by id`,
).all;

export const close = statement<{ id: number; now: Date }>(
  'accounts.close',
  'update accounts set closed_at = :now where id = :id',
).run;
