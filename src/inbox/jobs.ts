import type { Context } from '../context.ts';
import type { Job } from '../platform/lib/jobs.ts';
import { mergeMatches } from './conversations/merges/matches.ts';
import { tidyConversations } from './conversations/sweeps.ts';
import { deleteOldCodes } from './entry-points/widgets/handover/code.ts';
import { tidyStaff } from './staff/retention.ts';
import { tidyStreams } from './stream/upkeep.ts';

export const inboxJobs = (ctx: Context): Job[] => [
  { name: 'staff.retention', cron: '*/10 * * * *', run: () => tidyStaff(ctx) },
  { name: 'conversations.upkeep', cron: '* * * * *', run: (stopping) => tidyConversations(ctx, stopping) },
  { name: 'people.matches', cron: '* * * * *', run: () => mergeMatches(ctx) },
  { name: 'entry_points.retention', cron: '17 * * * *', run: () => deleteOldCodes(ctx) },
  { name: 'stream.upkeep', cron: '* * * * *', run: () => tidyStreams(ctx) },
];
