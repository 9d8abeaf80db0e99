import { z } from 'zod';
import { MAX_GROUPS } from '../../devices/groups/groups.ts';

/** More waiting messages are not counted. */
export const MAX_COUNTED = 10_000;

const time = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: ['2025-11-21T08:15:30.000Z'] });

const BroadcastLimit = z.object({
  per_hour: z.int().meta({
    description: 'Messages of broadcasts that the device may send in any hour.',
    examples: [20],
  }),
  used: z.int().meta({ description: 'Messages of broadcasts in the last hour.', examples: [3] }),
  until: time('From then on the number is older, and the limit higher. Null: this is the highest limit.'),
});

const count = (description: string) => z.int().meta({ description, examples: [0] });

const Incomplete = z
  .object({
    messages: count('All of them. A message can be of two kinds.'),
    unreadable: count('They could not be decrypted, and no readable copy has come.'),
    phone_only: count('View-once messages, and others that only the phone shows.'),
    without_number: count('Of customers whose number WhatsApp hides.'),
    missed_calls: count('Calls without an answer.'),
  })
  .meta({
    description:
      `Among the latest ${MAX_COUNTED} messages of customers in the last 24 hours: ` +
      'those that say less than usual.',
  });
export type Incomplete = z.infer<typeof Incomplete>;

export const MAX_SHOWN_GROUPS = 10;

const Groups = z
  .object({
    count: z.int().meta({ description: `Counted up to ${MAX_GROUPS}.`, examples: [1] }),
    latest: z
      .array(
        z.object({
          id: z.string().meta({ description: "The provider's id.", examples: ['120363041234567890@g.us'] }),
          name: z
            .string()
            .nullable()
            .meta({
              description: 'As it was at `at`; null if the provider does not name it.',
              examples: ['Reseller Jakarta'],
            }),
          at: z.string().meta({
            format: 'date-time',
            description: 'Time of the first message that came from the group.',
            examples: ['2025-11-21T08:15:30.000Z'],
          }),
        }),
      )
      .meta({ description: `The newest ${MAX_SHOWN_GROUPS}, the latest first.` }),
  })
  .meta({ description: 'Groups in which other members write. Kurir does not handle their messages.' });

const at = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: ['2025-11-21T08:15:30.000Z'] });

const EarlierMessages = z
  .object({
    status: z.enum(['running', 'complete', 'declined']).meta({
      description: '`declined`: the business does not share its messages with Kurir.',
      examples: ['running'],
    }),
    progress: z.int().meta({
      description: 'How much of it is stored, in percent. The provider says it.',
      examples: [60],
    }),
    messages: z.int().meta({ description: 'Stored messages.', examples: [1280] }),
    started_at: at('When the first part came.'),
    updated_at: at('When the last part was stored.'),
  })
  .meta({
    description:
      'Messages of the last 180 days of a number that is also used in the Business app. Null: the provider sent none.',
  });

export const DeviceHealth = z
  .object({
    device_uuid: z.string().meta({
      format: 'uuid',
      description: 'Identifier of the device.',
      examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
    }),
    queued: z.int().meta({
      description: `Messages that have not left yet, counted up to ${MAX_COUNTED}.`,
      examples: [0],
    }),
    queued_since: time('Creation of the oldest of them; null without any.'),
    last_inbound_at: time('Time of the latest message from a customer; null without any.'),
    incomplete: Incomplete,
    groups: Groups,
    history: EarlierMessages.nullable(),
    paired_at: time('Since when the number is connected with Kurir. Its age sets the limit of broadcasts.'),
    broadcast_limit: BroadcastLimit.nullable().meta({
      description: 'Limit of broadcasts by the age of the number; null for an official cloud device.',
    }),
  })
  .meta({ id: 'DeviceHealth' });

export const HealthParams = z.object({
  uuid: z.string().meta({
    format: 'uuid',
    description: 'The `device_uuid`.',
    examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
  }),
});
