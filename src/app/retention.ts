import { forgetMessages as forgetQuestions } from '../assistant/erasure.ts';
import type { Context } from '../context.ts';
import { countGoing } from '../gateway/broadcasts/recipients/recipient.ts';
import type { EventConsumer } from '../gateway/events/consumer.ts';
import { retentionJobs } from '../gateway/retention/job.ts';
import { deleteOldLines, forgetMessages } from '../inbox/conversations/retention/old-lines.ts';
import type { Job } from '../platform/lib/jobs.ts';

/** Each house deletes from its own tables what belongs to old messages. */
export const openRetention = (ctx: Context, consumers: readonly EventConsumer[]): Job[] =>
  retentionJobs(ctx, {
    consumers,
    goWith: [countGoing, forgetQuestions, forgetMessages],
    deleteLines: deleteOldLines,
  });
