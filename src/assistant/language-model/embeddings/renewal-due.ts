import type { Tx } from '../../../platform/lib/db/db.ts';
import * as store from './renewal-store.ts';

/** Changes that follow at once are sent to the provider together. */
const DELAY_MS = 2_000;

/** Belongs to the transaction of each change of texts that are searched by meaning, and of the model. */
export async function scheduleRenewal(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.schedule(tx, accountId, new Date(now.getTime() + DELAY_MS));
}
