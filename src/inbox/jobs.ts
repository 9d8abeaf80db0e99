import type { Context } from '../context.ts';
import type { Job } from '../platform/lib/jobs.ts';
import { dropConversationValuesJob } from './conversations/fields/field-values.ts';
import { mergeMatches } from './conversations/merges/matches.ts';
import { ratingJob } from './conversations/ratings/asking.ts';
import type { RatingWords } from './conversations/ratings/words.ts';
import { tidyConversations } from './conversations/sweeps.ts';
import { deleteOldCodes } from './entry-points/widgets/handover/code.ts';
import { noticeJobs } from './notices/tell.ts';
import { tidyStaff } from './staff/retention.ts';
import { tidyStreams } from './stream/upkeep.ts';

/** `clients`: for the push services of browsers. */
export const inboxJobs = (
  ctx: Context,
  clients: Parameters<typeof noticeJobs>[1],
  words: RatingWords,
): Job[] => [
  ratingJob(ctx, words),
  { name: 'staff.retention', cron: '*/10 * * * *', run: () => tidyStaff(ctx) },
  { name: 'conversations.upkeep', cron: '* * * * *', run: (stopping) => tidyConversations(ctx, stopping) },
  dropConversationValuesJob(ctx),
  { name: 'people.matches', cron: '* * * * *', run: () => mergeMatches(ctx) },
  { name: 'entry_points.retention', cron: '17 * * * *', run: () => deleteOldCodes(ctx) },
  ...noticeJobs(ctx, clients),
  { name: 'stream.upkeep', cron: '* * * * *', run: () => tidyStreams(ctx) },
];
