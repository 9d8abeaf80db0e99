import type { Tx } from '../../../platform/lib/db/db.ts';
import * as store from './store.ts';

/** Changes that follow at once are learned together. */
const DELAY_MS = 1_000;

/** Belongs to the transaction of each change that a model can depend on. */
export async function scheduleTraining(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.scheduleTraining(tx, { accountId, dueAt: new Date(now.getTime() + DELAY_MS) });
}
