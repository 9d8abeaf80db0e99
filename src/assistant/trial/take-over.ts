import type { Context } from '../../context.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { enqueue } from '../../platform/lib/jobs-queue.ts';
import { EVALUATION } from './evaluation.ts';
import * as evaluations from './evaluation-store.ts';
import { TRAINING } from './model/due.ts';
import * as trainings from './model/store.ts';

/** Processes of the previous version note trainings and evaluations without a job. */
export async function takeOverTrials({ db, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - MINUTE);
  for (const { accountId } of await trainings.listOverdueTrainings(db, { before }))
    await enqueue(db, { name: TRAINING, accountId });
  for (const { accountId } of await evaluations.listOverdue(db, { before }))
    await enqueue(db, { name: EVALUATION, accountId });
}
