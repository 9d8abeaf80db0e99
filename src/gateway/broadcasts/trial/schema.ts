import { z } from 'zod';
import { apiString, atMost } from '../../../platform/lib/text.ts';
import { messages, withMessage } from '../message-fields.ts';
import { deviceUuid } from '../schema.ts';

export const TestBroadcast = withMessage(
  z.object({
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
  }),
).meta({ id: 'TestBroadcast' });
export type TestBroadcast = z.infer<typeof TestBroadcast>;
