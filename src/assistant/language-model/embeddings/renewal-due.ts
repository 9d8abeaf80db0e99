import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const RENEWAL = 'embeddings.renew';
/** Changes that follow at once go together. */
const DELAY_MS = 2_000;
/** In the transaction of each change of texts or of the model. Nothing, where the account never had a model. */
export async function scheduleRenewal(tx: Tx, accountId: number, now: Date): Promise<void> {
  if (await store.hasVectors(tx, accountId))
    await enqueue(tx, { name: RENEWAL, accountId, at: new Date(now.getTime() + DELAY_MS) });
}

/** Of the previous version. The release after this one drops the table. */
export async function takeOverRenewals(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const accountId of await store.takeOldRenewals(tx)) await enqueue(tx, { name: RENEWAL, accountId });
  });
}
