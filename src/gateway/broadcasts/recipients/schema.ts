import { z } from 'zod';
import { nextCursor, pageQuery } from '../../../platform/lib/page.ts';
import { REPLY_DAYS, STAGES, type Stage } from './stages.ts';

const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

const filter = {
  stage: z
    .enum(STAGES)
    .optional()
    .meta({
      description:
        'Only recipients in this stage. `sent` includes `delivered`, and that `read`. `replied`: wrote within ' +
        `${REPLY_DAYS} days after the message. \`opted_out\`: after the message, and still. \`not_read\` and ` +
        '`not_replied`: sent only; who replied has read. Without it: all recipients that have a message.',
      examples: ['replied'],
    }),
  status: z
    .enum(['failed'])
    .optional()
    .meta({ description: 'The same as `stage=failed`; `stage` wins.', examples: ['failed'] }),
};

export const ExportRecipients = z.object(filter);
export type ExportRecipients = z.infer<typeof ExportRecipients>;

export const ListRecipients = z.object({ ...filter, ...pageQuery });
export type ListRecipients = z.infer<typeof ListRecipients>;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

export const Funnel = z
  .object({
    failed: count('Recipients whose message failed.', 2),
    left_out: count(
      'Recipients who got no message on purpose: opt-outs, deleted contacts, a person twice, a cancellation.',
      3,
    ),
    sent: count('Recipients whose message left, in any later status.', 120),
    delivered: count('Of them, whose message is on the phone.', 110),
    read: count('Of them, with a read receipt. Customers can turn receipts off.', 70),
    replied: count(
      `Recipients who wrote within ${REPLY_DAYS} days after the message, also without a receipt.`,
      20,
    ),
    opted_out: count('Recipients who opted out after the message, and still are.', 1),
    not_read: count('Sent, without read receipt and reply.', 48),
    not_replied: count('Sent, without reply.', 100),
  } satisfies Record<Stage, unknown>)
  .meta({ id: 'BroadcastFunnel' });

const Recipient = z
  .object({
    phone: z.string().meta({ description: 'Digits only.', examples: ['6281234567890'] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the contact now; null without a contact.', examples: ['Budi'] }),
    message_id: z.int().meta({ description: 'Identifier of the message.', examples: [4711] }),
    type: z.string().meta({ description: 'The type of the message.', examples: ['image'] }),
    status: z.enum(MESSAGE_STATUSES).meta({ examples: ['failed'] }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({
        description: 'Why the message failed. Null for other messages.',
        examples: [{ code: 'not_on_whatsapp', message: 'The number is not on WhatsApp.' }],
      }),
    conversation_id: z
      .string()
      .nullable()
      .meta({
        format: 'uuid',
        description: 'The chat with the recipient. Null: none yet.',
        examples: ['0b8f2c5e-6a52-4c0e-9a7e-2f4d1c3b5a69'],
      }),
  })
  .meta({ id: 'BroadcastRecipient' });
export type Recipient = z.infer<typeof Recipient>;

/** Messages of a person. A broadcast before them is not found. */
export const LOOKED_AT = 1_000;
/** Of a contact. */
export const MAX_BROADCASTS_OF = 50;

const BroadcastOfContact = z
  .object({
    id: z.int().meta({ description: 'Identifier of the broadcast.', examples: [17] }),
    name: z.string().meta({ examples: ['Promo akhir pekan'] }),
    status: Recipient.shape.status.meta({ description: 'Of the message.', examples: ['read'] }),
    error: Recipient.shape.error,
    at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
  })
  .meta({ id: 'BroadcastOfContact' });
export type BroadcastOfContact = z.infer<typeof BroadcastOfContact>;

export const BroadcastsOfContact = z
  .object({
    data: z.array(BroadcastOfContact).meta({
      description: `Newest first, at most ${MAX_BROADCASTS_OF}, among the last ${LOOKED_AT} messages.`,
    }),
  })
  .meta({ id: 'BroadcastsOfContact' });

export const RecipientPage = z
  .object({
    data: z.array(Recipient).meta({ description: 'In the order of sending.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'BroadcastRecipientPage' });
