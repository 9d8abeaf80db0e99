import { z } from 'zod';

export const Usage = z
  .object({
    period: z
      .string()
      .meta({ description: 'Year and month.', pattern: '^[0-9]{4}-[0-9]{2}$', examples: ['2025-11'] }),
    messages_sent: z
      .int()
      .min(0)
      .meta({ description: 'Messages that were accepted.', examples: [120] }),
    messages_quota: z
      .int()
      .min(0)
      .meta({ description: 'Messages that the plan allows; 0 in a plan without a quota.', examples: [1000] }),
    messages_remaining: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'What is left of the quota; null means unlimited.', examples: [880] }),
    api_calls: z
      .int()
      .min(0)
      .meta({ description: 'Authenticated calls, this one included.', examples: [342] }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
