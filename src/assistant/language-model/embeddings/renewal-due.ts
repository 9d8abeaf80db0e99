import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const RENEWAL = 'embeddings.renew';
/** Changes that follow at once are sent to the provider together. */
const DELAY_MS = 2_000;
/**
 * Belongs to the transaction of each change of texts that are searched by meaning, and of the model. Does nothing for
 * an account that never had an embedding model.
 */
export async function scheduleRenewal(tx: Tx, accountId: number, now: Date): Promise<void> {
  if (await store.hasVectors(tx, accountId))
    await enqueue(tx, { name: RENEWAL, accountId, at: new Date(now.getTime() + DELAY_MS) });
}

/** Processes of the previous version note renewals in a table. The release after this one drops it. */
export async function takeOverRenewals(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const accountId of await store.takeOldRenewals(tx)) await enqueue(tx, { name: RENEWAL, accountId });
  });
}
