import { z } from 'zod';

export const Usage = z.object({
  period: z.string(),
  messages_sent: z.int(),
  messages_quota: z.int(),
  messages_remaining: z.int().nullable(),
  api_calls: z.int(),
});
export type Usage = z.infer<typeof Usage>;
