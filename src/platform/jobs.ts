import type { Context } from '../context.ts';
import { type ClosingStep, closingJob } from './accounts/closing/closing.ts';
import { deleteOldRequests } from './accounts/request-log/request-log.ts';
import { addStorageChanges } from './accounts/storage/storage.ts';
import { deleteOldEntries } from './audit/audit.ts';
import type { Job } from './lib/jobs.ts';

export const platformJobs = (ctx: Context, closingSteps: readonly ClosingStep[]): Job[] => [
  closingJob(ctx, closingSteps),
  { name: 'audit.retention', cron: '57 3 * * *', run: () => deleteOldEntries(ctx) },
  { name: 'request_log.retention', cron: '*/10 * * * *', run: () => deleteOldRequests(ctx) },
  { name: 'storage.sums', cron: '* * * * *', run: () => addStorageChanges(ctx) },
];
