import type { Context } from '../../../context.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { lockBooks } from '../store.ts';
import { DROP_VALUES } from './field.ts';
import { dropValues } from './store.ts';

/** Contacts of one transaction, which holds the lock of the contact book. */
const PIECE = 512;

/** Takes the values of deleted fields from the contacts of the account. */
export const dropValuesJob = (ctx: Context): AccountJob => ({
  name: DROP_VALUES,
  slots: 1,
  async run({ accountId }, stopping) {
    for (let after: number | null = -1; after !== null; ) {
      if (stopping.aborted) return enqueue(ctx.db, { name: DROP_VALUES, accountId });
      const from: number = after;
      const { last } = await ctx.db.transaction(async (tx) => {
        await lockBooks(tx, [{ account_id: accountId }]);
        return dropValues(tx, { accountId, after: from, limit: PIECE });
      });
      after = last;
    }
  },
});
