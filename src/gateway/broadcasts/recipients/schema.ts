import { z } from 'zod';
import { nextCursor, pageQuery } from '../../../platform/lib/page.ts';

const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

const status = z
  .enum(['failed'])
  .optional()
  .meta({
    description: 'Only recipients whose message failed. Without it: all recipients that have a message.',
    examples: ['failed'],
  });

export const ExportRecipients = z.object({ status });
export type ExportRecipients = z.infer<typeof ExportRecipients>;

export const ListRecipients = z.object({ status, ...pageQuery });
export type ListRecipients = z.infer<typeof ListRecipients>;

const Recipient = z
  .object({
    phone: z.string().meta({ description: 'Digits only.', examples: ['6281234567890'] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the contact now; null without a contact.', examples: ['Budi'] }),
    message_id: z.int().meta({ description: 'Identifier of the message.', examples: [4711] }),
    status: z.enum(MESSAGE_STATUSES).meta({ examples: ['failed'] }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({
        description: 'Why the message failed. Null for other messages.',
        examples: [{ code: 'not_on_whatsapp', message: 'The number is not on WhatsApp.' }],
      }),
  })
  .meta({ id: 'BroadcastRecipient' });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientPage = z
  .object({
    data: z.array(Recipient).meta({ description: 'In the order of sending.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'BroadcastRecipientPage' });
