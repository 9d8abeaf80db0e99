import { z } from 'zod';
import { apiTime } from '../../../platform/lib/timestamp.ts';
import { OWNER_STATES } from '../facets.ts';
import { actor } from '../schema.ts';

export const MAX_SNOOZE_DAYS = 90;
const MINUTES_OF_DAY = 1_440;
const ONE_OF_TWO = 'send either until or for_minutes; null ends the snooze';

export const MarkRead = z
  .object({
    up_to: z
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          'The `id` of the last message that was read. Later messages stay unread. Without it, all messages are read.',
        examples: [4711],
      }),
  })
  .meta({ id: 'MarkConversationRead' });

export const Snooze = z
  .object({
    until: apiTime('2026-01-05T08:00:00.000Z')
      .nullish()
      .meta({ description: `When the snooze ends, at most ${MAX_SNOOZE_DAYS} days from now.` }),
    for_minutes: z
      .int()
      .min(1)
      .max(MAX_SNOOZE_DAYS * MINUTES_OF_DAY)
      .nullish()
      .meta({ description: 'In place of `until`: how long the snooze lasts.', examples: [60] }),
    actor: actor('Who does this, for the timeline.'),
  })
  .refine(({ until, for_minutes }) => (until === undefined) !== (for_minutes === undefined), {
    path: ['until'],
    error: ONE_OF_TWO,
  })
  .meta({ id: 'SnoozeConversation' });
export type Snooze = z.infer<typeof Snooze>;

/** Of each combination of flags. More is shown as "99+". */
export const MAX_COUNT = 100;

const flag = z.boolean().meta({ examples: [true] });

const ConversationCount = z
  .object({
    owner_state: z.enum(OWNER_STATES).meta({ examples: ['human_waiting'] }),
    unread: flag,
    waiting: flag,
    snoozed: flag,
    assigned: flag,
    group: flag.meta({ description: 'The chats of groups.', examples: [false] }),
    mine: z.boolean().meta({
      description: 'True: only those assigned to you. They are in the numbers with `false` too.',
      examples: [false],
    }),
    takeable: z
      .int()
      .optional()
      .meta({
        description:
          'Without an assignee: how many are not of a team of others, at most ' +
          `${MAX_COUNT}. Missing: all.`,
        examples: [2],
      }),
    count: z
      .int()
      .meta({ description: `How many conversations have these flags, at most ${MAX_COUNT}.`, examples: [3] }),
  })
  .meta({ id: 'ConversationCount' });
export type ConversationCount = z.infer<typeof ConversationCount>;

export const ConversationCounts = z
  .object({ data: z.array(ConversationCount) })
  .meta({ id: 'ConversationCounts' });
