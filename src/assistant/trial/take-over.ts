import type { Context } from '../../context.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { enqueue, withoutJob } from '../../platform/lib/jobs-queue.ts';
import { EVALUATION } from './evaluation.ts';
import * as evaluations from './evaluation-store.ts';
import { TRAINING } from './model/due.ts';
import * as trainings from './model/store.ts';

/** Processes of the previous version note trainings and evaluations without a job. */
export async function takeOverTrials({ db, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - MINUTE);
  const overdue = [
    [TRAINING, await trainings.listOverdueTrainings(db, { before })],
    [EVALUATION, await evaluations.listOverdue(db, { before })],
  ] as const;
  for (const [name, rows] of overdue) {
    const accountIds = rows.map((row) => row.accountId);
    for (const accountId of await withoutJob(db, name, accountIds)) await enqueue(db, { name, accountId });
  }
}
