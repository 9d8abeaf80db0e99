import { z } from 'zod';
import { dayRange, ofDevice, shownDays } from '../../hours/days.ts';

export const MAX_DAYS = 31;
/** Other devices count in the total alone. */
export const MAX_ROWS = 200;
/** Rarer error codes count in `failed` alone. */
export const MAX_ERRORS = 20;
export const MAX_CODE = 100;

const GROUPS = ['day', 'device'] as const;
export type FigureGroup = (typeof GROUPS)[number];

export const ReadMessageFigures = z.object({
  ...dayRange(MAX_DAYS, 'local'),
  group: z
    .enum(GROUPS)
    .default('day')
    .meta({ description: '`device`: the number or live chat of each message.', examples: ['day'] }),
  device_uuid: ofDevice('Only messages of this device, or of the live chat of this widget.'),
});
export type ReadMessageFigures = z.infer<typeof ReadMessageFigures>;

const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const BySender = z
  .object({
    api: count('By `POST /v1/messages`.', 310),
    broadcast: count('By broadcasts.', 500),
    staff: count('By staff, in conversations.', 64),
    automation: count('By rules, flows and the assistant.', 120),
    phone: count('On the phone of the number.', 8),
  })
  .meta({ id: 'MessageSenderFigures' });

const Failure = z
  .object({
    code: z.string().meta({ examples: ['not_on_whatsapp'] }),
    count: count('Messages that failed with this code.', 9),
  })
  .meta({ id: 'MessageFailureFigures' });

const Totals = z
  .object({
    received: count('Messages of customers, without edits.', 420),
    sent: count('Messages that were sent, with those that were delivered or read.', 1_002),
    sent_by: BySender.meta({ description: 'The senders of `sent`.' }),
    delivered: count('Those of `sent` that were delivered, with those that were read.', 940),
    read: count('Those of `sent` that were read.', 700),
    failed: count('Messages that failed.', 12),
    errors: z.array(Failure).meta({
      description: `Why messages failed, the most frequent first: the ${MAX_ERRORS} most frequent codes of all days.`,
    }),
  })
  .meta({ id: 'MessageTotals' });
export type MessageTotals = z.infer<typeof Totals>;

const Row = z
  .object({
    date: z
      .string()
      .optional()
      .meta({ description: 'With `group=day`.', examples: ['2026-11-20'] }),
    device_uuid: z
      .string()
      .optional()
      .meta({
        format: 'uuid',
        description: 'With `group=device`.',
        examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
      }),
    ...Totals.shape,
  })
  .meta({ id: 'MessageFiguresRow' });

export const MessageFigures = z
  .object({
    ...shownDays,
    total: Totals,
    data: z.array(Row).meta({
      description: `One per day, or per device with messages: at most ${MAX_ROWS}, those with most messages first.`,
    }),
  })
  .meta({ id: 'MessageFigures' });
export type MessageFigures = z.infer<typeof MessageFigures>;
