import type { Context } from '../context.ts';
import type { Job } from '../platform/lib/jobs.ts';
import { deleteOldDecisions } from './arbiter/decisions/decision.ts';
import type { Assistant } from './assistant.ts';
import { deleteOldGaps } from './knowledge/gaps/gap.ts';
import { groupGaps } from './knowledge/gaps/grouping/grouper.ts';
import { deleteOldTokenDays } from './language-model/budget/budget.ts';
import { renewalJob } from './language-model/embeddings/renewal.ts';
import { takeOverRenewals } from './language-model/embeddings/renewal-due.ts';
import type { LanguageModels } from './language-model/language-model.ts';
import { deleteEndedPauses } from './rules/auto-reply.ts';
import { evaluationJob } from './trial/evaluator.ts';
import { deleteOldJudgements } from './trial/judgement.ts';
import { judgingJob } from './trial/judging-job.ts';
import { trainingJob } from './trial/model/training.ts';

/** `assistant`: the one that answers, because models are large. */
export const assistantJobs = (
  ctx: Context,
  languageModels: LanguageModels,
  assistant: Pick<Assistant, 'reply' | 'memory'>,
): Job[] => [
  trainingJob(ctx),
  evaluationJob(ctx, assistant.memory),
  judgingJob(ctx, assistant),
  renewalJob(ctx, languageModels),
  { name: 'embeddings.take_over', cron: '* * * * *', run: () => takeOverRenewals(ctx) },
  { name: 'knowledge.gaps', cron: '* * * * *', run: (stopping) => groupGaps(ctx, stopping) },
  { name: 'language_models.retention', cron: '47 4 * * *', run: () => deleteOldTokenDays(ctx) },
  { name: 'auto_replies.retention', cron: '*/15 * * * *', run: () => deleteEndedPauses(ctx) },
  { name: 'automation.retention', cron: '47 3 * * *', run: () => tidyAutomation(ctx) },
];

async function tidyAutomation(ctx: Context): Promise<object> {
  const decisions = await deleteOldDecisions(ctx);
  const gaps = await deleteOldGaps(ctx);
  return { decisions, gaps, judgements: await deleteOldJudgements(ctx) };
}
