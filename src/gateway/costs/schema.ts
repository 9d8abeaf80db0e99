import { z } from 'zod';
import { dayRange, ofDevice } from '../hours/days.ts';

export const MAX_DAYS = 92;
/** Other groups count in the total alone. */
export const MAX_ROWS = 200;

const GROUPS = ['day', 'device', 'category', 'broadcast', 'automation'] as const;
export type CostGroup = (typeof GROUPS)[number];

export const ReadCosts = z.object({
  ...dayRange(MAX_DAYS, 'UTC'),
  device_uuid: ofDevice('Only messages of this device.'),
  group_by: z
    .enum(GROUPS)
    .default('day')
    .meta({
      description: '`broadcast` and `automation` list only the messages that one of them sent.',
      examples: ['day'],
    }),
});
export type ReadCosts = z.infer<typeof ReadCosts>;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

export const Amounts = z.array(
  z.object({
    currency: z.string().meta({ examples: ['IDR'] }),
    amount: z.string().meta({ description: 'Exact.', examples: ['76222.90'] }),
  }),
);

const Cost = z
  .object({
    messages: count('Delivered messages whose price the provider has reported.', 420),
    billable: count('Those of `messages` that the provider charges.', 130),
    amounts: Amounts.meta({
      description: 'What they cost by the rates of the operator, one item per currency.',
    }),
    without_rate: count('Those of `billable` that have no rate: `amounts` lacks them.', 0),
  })
  .meta({ id: 'Cost' });
export type Cost = z.infer<typeof Cost>;

const CostRow = z
  .object({
    date: z
      .string()
      .optional()
      .meta({ description: 'With `group_by=day`.', examples: ['2026-11-20'] }),
    device_uuid: z
      .string()
      .optional()
      .meta({
        format: 'uuid',
        description: 'With `group_by=device`.',
        examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
      }),
    category: z
      .string()
      .optional()
      .meta({ description: 'With `group_by=category`: the word of the provider.', examples: ['marketing'] }),
    broadcast_id: z
      .int()
      .optional()
      .meta({ description: 'With `group_by=broadcast`.', examples: [12] }),
    automation: z
      .object({
        kind: z
          .string()
          .meta({ description: '`rule`, `flow`, `assistant` or `notice`.', examples: ['flow'] }),
        id: z
          .string()
          .nullable()
          .meta({ description: 'Of the rule or flow; null for the others.', examples: ['7'] }),
      })
      .optional()
      .meta({ description: 'With `group_by=automation`.' }),
    ...Cost.shape,
  })
  .meta({ id: 'CostRow' });
export type CostRow = z.infer<typeof CostRow>;

export const Costs = z
  .object({
    from: z.string().meta({ format: 'date', examples: ['2026-11-14'] }),
    to: z.string().meta({ format: 'date', examples: ['2026-11-20'] }),
    total: Cost,
    data: z.array(CostRow).meta({
      description: `One per day, or per group with messages: at most ${MAX_ROWS}, those with most messages first.`,
    }),
  })
  .meta({ id: 'Costs' });
export type Costs = z.infer<typeof Costs>;
