import type { Context } from '../../context.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { enqueueMissing } from '../../platform/lib/jobs-queue.ts';
import { EVALUATION } from './evaluation.ts';
import * as evaluations from './evaluation-store.ts';
import { TRAINING } from './model/due.ts';
import * as trainings from './model/store.ts';

/** Processes of the previous version note trainings and evaluations without a job. */
export async function takeOverTrials({ db, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - MINUTE);
  const accounts = (rows: readonly { accountId: number }[]) => rows.map(({ accountId }) => accountId);
  await enqueueMissing(db, TRAINING, accounts(await trainings.listOverdueTrainings(db, { before })));
  await enqueueMissing(db, EVALUATION, accounts(await evaluations.listOverdue(db, { before })));
}
