import type { Context } from '../context.ts';
import { deleteOldRequests } from './accounts/request-log/request-log.ts';
import { addStorageChanges } from './accounts/storage/storage.ts';
import { deleteOldEntries } from './audit/audit.ts';
import type { Job } from './lib/jobs.ts';

export const platformJobs = (ctx: Context): Job[] => [
  { name: 'audit.retention', cron: '57 3 * * *', run: () => deleteOldEntries(ctx) },
  { name: 'request_log.retention', cron: '*/10 * * * *', run: () => deleteOldRequests(ctx) },
  { name: 'storage.sums', cron: '* * * * *', run: () => addStorageChanges(ctx) },
];
