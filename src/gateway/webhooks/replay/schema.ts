import { z } from 'zod';
import { nextTimeCursor, timeCursor } from '../../../platform/lib/page.ts';
import { apiTime, inOrder } from '../../../platform/lib/timestamp.ts';

/** undelivered: not received by this webhook. */
const REPLAYED = ['undelivered', 'all'] as const;

export const ReplayEvents = z
  .object({
    since: apiTime().meta({
      description: 'Only events at this time or later. A time without an offset is UTC.',
    }),
    until: apiTime('2025-11-22T08:15:30.000Z').nullish().meta({
      description: 'Only events at this time or earlier. Default: up to the latest event.',
    }),
    only: z
      .enum(REPLAYED)
      .default('undelivered')
      .meta({
        description: '`undelivered`: events that this webhook has not received. `all`: received events too.',
        examples: ['undelivered'],
      }),
    cursor: timeCursor.nullish().meta({ description: 'The `next_cursor` of the previous answer.' }),
  })
  .refine(...inOrder)
  .meta({ id: 'ReplayEvents' });
export type ReplayEvents = z.infer<typeof ReplayEvents>;

export const Replayed = z
  .object({
    queued: z
      .int()
      .min(0)
      .meta({
        description: 'Number of deliveries that this call queued, or made due now.',
        examples: [1204],
      }),
    next_cursor: nextTimeCursor.meta({
      description:
        'Null at the end. Otherwise call again with this value as `cursor`: there may be more events.',
      examples: [null],
    }),
  })
  .meta({ id: 'EventsReplayed' });
