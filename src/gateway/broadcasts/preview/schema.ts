import { z } from 'zod';
import { CostEstimate } from '../../costs/estimate.ts';
import { MAX_HINTS } from '../hints.ts';
import { BroadcastHint } from '../schema.ts';

const Sample = z
  .object({
    contact_id: z.int().meta({ description: 'Identifier of the contact.', examples: [4711] }),
    phone: z.string().meta({ description: 'Digits only.', examples: ['6281234567890'] }),
    name: z.string().meta({ description: 'Empty without a name.', examples: ['Budi'] }),
    text: z.string().meta({
      description: 'A possible text for this contact. Each preview chooses other alternatives.',
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
        description: 'Matching contacts that have opted out. They get no message.',
        examples: [3],
      }),
    same_person: z
      .int()
      .min(0)
      .meta({
        description:
          'Other contacts of a person who has another contact among the recipients. They get no message.',
        examples: [0],
      }),
    unreachable: z
      .int()
      .min(0)
      .meta({
        description:
          'Other contacts to whom a message of this engine failed in the last 30 days because the ' +
          'number is not on WhatsApp.',
        examples: [2],
      }),
    without_name: z
      .int()
      .min(0)
      .meta({
        description:
          'Recipients without a name, if the text has their name without words in its place, such as `{nama}`. ' +
          'Their text has a gap there. Otherwise 0.',
        examples: [1],
      }),
    open_windows: z
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          'Recipients who have written to this number in the last 24 hours. The provider refuses the free text of ' +
          'an official number to all others: use `template`. Null: the text or the engine has no such limit.',
        examples: [null],
      }),
    samples: z.array(Sample).meta({ description: 'Texts for the first reachable recipients, at most five.' }),
    hints: z
      .array(BroadcastHint)
      .max(MAX_HINTS)
      .meta({ description: 'Placeholders of the text that are not replaced.' }),
    costs: CostEstimate.nullable().meta({
      description: 'What it costs when every message is delivered. Null: an economy device.',
    }),
    messages_per_hour: z
      .int()
      .nullable()
      .meta({
        description:
          'Broadcast messages that the device may send in any 60 minutes now. It rises with the age of the ' +
          'pairing. Null: no limit.',
        examples: [20],
      }),
    messaging_limit: z
      .object({
        per_day: z.int().meta({
          description:
            'People to whom broadcasts of the portfolio may write in 24 hours. A tenth stays for others.',
          examples: [1800],
        }),
        people_left: z
          .int()
          .min(0)
          .meta({ description: 'Of them now.', examples: [1800] }),
        days: z
          .int()
          .min(1)
          .meta({ description: 'The days on which the broadcast sends.', examples: [3] }),
      })
      .nullable()
      .meta({
        description:
          'How the provider limits new customers. Null: no limit is known, or the text reaches only people with an ' +
          'open window, who do not count.',
        examples: [null],
      }),
    finish_expected_at: z.string().meta({
      format: 'date-time',
      description:
        'Expected time of the last message, if the broadcast is not paused. It includes other running ' +
        'broadcasts of the device.',
      examples: ['2025-11-21T08:45:00.000Z'],
    }),
  })
  .meta({ id: 'BroadcastPreview' });
export type BroadcastPreview = z.infer<typeof BroadcastPreview>;
