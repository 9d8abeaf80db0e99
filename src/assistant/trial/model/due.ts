import type { Tx } from '../../../platform/lib/db/db.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const TRAINING = 'assistant.train';
/** Changes that follow at once are learned together. */
const DELAY_MS = 1_000;

/** Belongs to the transaction of each change that a model can depend on. */
export async function scheduleTraining(tx: Tx, accountId: number, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + DELAY_MS);
  await store.noteChange(tx, { accountId, dueAt });
  await enqueue(tx, { name: TRAINING, accountId, at: dueAt });
}
