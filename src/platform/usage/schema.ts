import { z } from 'zod';

export const Usage = z
  .object({
    period: z
      .string()
      .meta({ description: 'Year and month.', pattern: '^[0-9]{4}-[0-9]{2}$', examples: ['2025-11'] }),
    messages_sent: z
      .int()
      .min(0)
      .meta({ description: 'Accepted messages.', examples: [120] }),
    messages_quota: z
      .int()
      .min(0)
      .meta({ description: 'Monthly quota of the plan; 0 without a quota.', examples: [1000] }),
    messages_remaining: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Remaining messages; null without a quota.', examples: [880] }),
    api_calls: z
      .int()
      .min(0)
      .meta({ description: 'Authenticated calls, including this one.', examples: [342] }),
    plan: z.string().meta({ description: 'Name of the plan.', examples: ['starter'] }),
    rate_per_minute: z
      .int()
      .min(1)
      .meta({ description: 'Calls of `POST /v1/messages` per minute that the plan allows.', examples: [60] }),
    devices: z
      .int()
      .min(0)
      .meta({ description: 'Devices that are not released.', examples: [2] }),
    max_devices: z
      .int()
      .min(0)
      .meta({ description: 'Device limit of the plan.', examples: [3] }),
    storage_used: z
      .int()
      .min(0)
      .meta({
        description: 'Stored bytes: files, documents, notes, broadcasts, contacts.',
        examples: [52_428_800],
      }),
    storage_bytes: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Limit of the plan in bytes; null without a limit.', examples: [2_147_483_648] }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
