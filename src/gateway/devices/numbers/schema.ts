import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { apiString, atMost } from '../../../platform/lib/text.ts';

const MAX_NUMBERS = 50;
const MAX_TEXT = 100;

const numberText = apiString()
  .refine(...atMost(MAX_TEXT))
  .meta({ maxLength: MAX_TEXT });

/** Body of POST /v1/numbers/check. */
export const CheckNumbers = z
  .object({
    device_uuid: apiString()
      .min(1, 'is required')
      .meta({
        description: 'The device that asks the network.',
        examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
      }),
    numbers: list(numberText, {
      max: MAX_NUMBERS,
      empty: 'must have at least 1 item',
    }).meta({
      description: `1 to ${MAX_NUMBERS} numbers in any format, each of at most ${MAX_TEXT} characters.`,
      examples: [['0812-3456-7890', '81234567890']],
    }),
  })
  .meta({ id: 'CheckNumbers' });
export type CheckNumbers = z.infer<typeof CheckNumbers>;

export const CheckedNumber = z
  .object({
    input: z.string().meta({ description: 'The number as you sent it.', examples: ['81234567890'] }),
    number: z
      .string()
      .nullable()
      .meta({
        description: 'The recipient of a message to `input`; null if such a message is refused.',
        examples: ['81234567890'],
      }),
    country: z
      .string()
      .nullable()
      .meta({ description: 'Country of the number (ISO 3166), or null.', examples: ['JP'] }),
    plausible: z.boolean().meta({
      description:
        'False: no numbering plan has the number, or you probably mean another one. It is advice: messages to such ' +
        'a number are accepted.',
      examples: [false],
    }),
    hint: z
      .string()
      .nullable()
      .meta({
        description: 'For people: a probable mistake, or why `on_network` is null.',
        examples: [
          '81234567890 looks like a local number (Indonesia) without its country code: 6281234567890.',
        ],
      }),
    local: z
      .object({
        number: z.string().meta({ examples: ['6281234567890'] }),
        country: z
          .string()
          .nullable()
          .meta({ examples: ['ID'] }),
      })
      .nullable()
      .meta({
        description:
          'The number with the country code of the device, if `input` looks like a local number without its leading 0.',
      }),
    on_network: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the number is on WhatsApp; null if it is unknown. Always null on an official cloud device.',
        examples: [false],
      }),
  })
  .meta({ id: 'CheckedNumber' });
export type CheckedNumber = z.infer<typeof CheckedNumber>;

export const CheckedNumbers = z
  .object({ data: z.array(CheckedNumber).meta({ description: 'In the order of `numbers`.' }) })
  .meta({ id: 'CheckedNumbers' });
