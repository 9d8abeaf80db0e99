import { z } from 'zod';
import { apiTime } from '../../lib/timestamp.ts';
import { cursor, inOrder, nextCursor } from '../cursor.ts';

/** - undelivered: what this webhook has not received. - all: that too. */
const REPLAYED = ['undelivered', 'all'] as const;

export const ReplayEvents = z
  .object({
    since: apiTime().meta({
      description: 'Events that happened at this time or later; UTC when it names no offset.',
    }),
    until: apiTime('2025-11-22T08:15:30.000Z').nullish().meta({
      description: 'Events that happened at this time or before; to the latest when left out.',
    }),
    only: z
      .enum(REPLAYED)
      .default('undelivered')
      .meta({
        description:
          '`undelivered`: events that this webhook has not received. `all`: those that it has received, too.',
        examples: ['undelivered'],
      }),
    cursor: cursor
      .nullish()
      .meta({ description: 'The `next_cursor` of the answer before, to go on from there.' }),
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
        description:
          'So many deliveries were queued by this call, or waited for a later time and are due now.',
        examples: [1204],
      }),
    next_cursor: nextCursor.meta({
      description: 'Null when that was all. Else there may be more: call again with it as `cursor`.',
      examples: [null],
    }),
  })
  .meta({ id: 'EventsReplayed' });
