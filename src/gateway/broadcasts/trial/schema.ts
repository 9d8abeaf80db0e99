import { z } from 'zod';
import { apiString, atMost } from '../../../platform/lib/text.ts';
import { deviceUuid, hasMessage, hasOneMessage, messages, NO_MESSAGE, TWO_MESSAGES } from '../schema.ts';

export const TestBroadcast = z
  .object({
    device_uuid: deviceUuid,
    ...messages,
    to: z
      .string()
      .min(1, 'is required')
      .meta({
        description: 'Your number, in any spelling of `POST /v1/messages`.',
        examples: ['081234567890'],
      }),
    name: apiString()
      .refine(...atMost(255))
      .optional()
      .meta({ description: 'The name that `{nama}` becomes.', examples: ['Budi'] }),
  })
  .refine(hasMessage, NO_MESSAGE)
  .refine(hasOneMessage, TWO_MESSAGES)
  .meta({ id: 'TestBroadcast' });
export type TestBroadcast = z.infer<typeof TestBroadcast>;
