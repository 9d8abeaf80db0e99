import { z } from 'zod';
import { dayRange, ofDevice, shownDays } from '../../../gateway/hours/days.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { MAX_DAYS, MAX_ROWS } from '../figures/figures.ts';
import { time } from '../meaning-schema.ts';
import { EXAMPLE_UUID } from '../schema.ts';

const GROUPS = ['day', 'person'] as const;
export type RatingGroup = (typeof GROUPS)[number];

export const ReadRatingFigures = z.object({
  ...dayRange(MAX_DAYS, 'local'),
  group: z
    .enum(GROUPS)
    .default('day')
    .meta({
      description: '`person`: who resolved the conversation.',
      examples: ['day'],
    }),
  device_uuid: ofDevice('Only conversations with the number of this device.'),
});
export type ReadRatingFigures = z.infer<typeof ReadRatingFigures>;

const FIGURES = {
  asked: z.int().meta({ description: 'Customers who were asked.', examples: [40] }),
  rated: z.int().meta({ description: 'Those who have rated.', examples: [22] }),
  average: z
    .number()
    .nullable()
    .meta({ description: 'Of all ratings, with two decimals. Null: none.', examples: [4.32] }),
  scores: z
    .array(z.int())
    .length(5)
    .meta({ description: 'How many rated 1, 2, 3, 4 and 5.', examples: [[1, 0, 2, 7, 12]] }),
};
const Totals = z.object(FIGURES).meta({ id: 'RatingTotals' });
export type RatingTotals = z.infer<typeof Totals>;

const Row = z
  .object({
    date: z
      .string()
      .optional()
      .meta({ description: 'With `group=day`.', examples: ['2026-11-20'] }),
    person: z
      .object({
        id: z
          .string()
          .nullable()
          .meta({ description: 'Of a user. Null: the call of an API key.', examples: [null] }),
        name: z.string().meta({ examples: ['Ani'] }),
      })
      .optional()
      .meta({ description: 'With `group=person`.' }),
    ...FIGURES,
  })
  .meta({ id: 'RatingFiguresRow' });
export type RatingFiguresRow = z.infer<typeof Row>;

export const RatingFigures = z
  .object({
    ...shownDays,
    total: Totals,
    data: z.array(Row).meta({ description: `One per day or person. At most ${MAX_ROWS} persons.` }),
  })
  .meta({ id: 'RatingFigures' });
export type RatingFigures = z.infer<typeof RatingFigures>;

export const ListRatings = z.object({
  conversation_id: z
    .string()
    .optional()
    .meta({ format: 'uuid', description: 'Only those of this conversation.', examples: [EXAMPLE_UUID] }),
  ...pageQuery,
});
export type ListRatings = z.infer<typeof ListRatings>;

export const Rating = z
  .object({
    conversation_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    phone: z.string().meta({ description: 'The customer.', examples: ['6281234567890'] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Of the profile.', examples: ['Budi'] }),
    score: z
      .int()
      .min(1)
      .max(5)
      .meta({ description: 'From 1 to 5, the best.', examples: [4] }),
    comment: z
      .string()
      .nullable()
      .meta({
        description: 'The text of the customer, while its message is kept.',
        examples: ['Ramah sekali'],
      }),
    resolved_by: z.string().meta({ description: 'Who resolved the conversation.', examples: ['Ani'] }),
    asked_at: time('When the customer was asked.'),
    rated_at: time('When the customer first rated.'),
  })
  .meta({ id: 'Rating' });
export type Rating = z.infer<typeof Rating>;

export const RatingPage = pageBody('RatingPage', Rating);
