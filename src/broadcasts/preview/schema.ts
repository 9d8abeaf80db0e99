import { z } from 'zod';

const Sample = z
  .object({
    contact_id: z.int().meta({ description: 'Identifier of the contact.', examples: [4711] }),
    phone: z.string().meta({ description: 'Digits only.', examples: ['6281234567890'] }),
    name: z.string().meta({ description: 'Empty when the contact has none.', examples: ['Budi'] }),
    text: z.string().meta({
      description: 'What this contact might get; another preview draws other alternatives.',
      examples: ['Hai Budi, ada promo untuk kakak hari ini.'],
    }),
  })
  .meta({ id: 'BroadcastSample' });

export const BroadcastPreview = z
  .object({
    total_recipients: z
      .int()
      .min(1)
      .meta({ description: 'Contacts that match now.', examples: [142] }),
    opted_out: z
      .int()
      .min(0)
      .meta({
        description: 'Of them, those who want no broadcasts: nothing is sent to them.',
        examples: [3],
      }),
    unreachable: z
      .int()
      .min(0)
      .meta({
        description:
          'Of the others, those to whom a message of this engine has failed in the last 30 days because the number is not on WhatsApp.',
        examples: [2],
      }),
    samples: z
      .array(Sample)
      .meta({ description: 'The texts of the first recipients that can be reached, at most five.' }),
    finish_expected_at: z.string().meta({
      format: 'date-time',
      description:
        'When the last recipient is likely to be written to, beside the broadcasts that the device sends now, if nothing pauses it.',
      examples: ['2025-11-21T08:45:00.000Z'],
    }),
  })
  .meta({ id: 'BroadcastPreview' });
export type BroadcastPreview = z.infer<typeof BroadcastPreview>;
