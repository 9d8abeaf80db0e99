import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { apiString, atMost } from '../../../platform/lib/text.ts';
import { conditions } from '../schema.ts';

/** Of an account. */
export const MAX_SEGMENTS = 50;
const MAX_SEGMENT_NAME = 100;
const EXAMPLE_ID = '3f0c2b6a-7d1e-4c55-9f7b-0d3a6e0b9c42';

/** An unknown condition would mean more contacts. */
const SegmentFilter = z.strictObject(conditions);
export type SegmentFilter = z.infer<typeof SegmentFilter>;

const fields = {
  name: apiString()
    .trim()
    .min(1, 'must not be empty')
    .refine(...atMost(MAX_SEGMENT_NAME))
    .meta({
      description: 'Unique in the account.',
      maxLength: MAX_SEGMENT_NAME,
      pattern: '\\S',
      examples: ['Jakarta, aktif'],
    }),
  filter: SegmentFilter.meta({
    description: 'At least one condition, as `GET /v1/contacts` takes it. Tags and fields must exist.',
    examples: [{ tag: 'jakarta', consent: 'not_opted_out', active_days: 90 }],
  }),
};

export const CreateSegment = z.object(fields).meta({ id: 'ContactSegmentCreate' });
export type CreateSegment = z.infer<typeof CreateSegment>;

export const ChangeSegment = changeOf(fields, 'name').meta({ id: 'ContactSegmentChange', minProperties: 1 });
export type ChangeSegment = z.infer<typeof ChangeSegment>;

export const SegmentParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the segment.', examples: [EXAMPLE_ID] }),
});

const time = z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] });

export const Segment = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    name: z.string().meta({ examples: ['Jakarta, aktif'] }),
    filter: SegmentFilter.meta({
      id: 'ContactSegmentFilter',
      examples: [{ tag: 'jakarta', active_days: 90 }],
    }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'ContactSegment' });
export type Segment = z.infer<typeof Segment>;

export const Segments = z
  .object({ data: z.array(Segment).meta({ description: `By name, at most ${MAX_SEGMENTS}.` }) })
  .meta({ id: 'ContactSegments' });
