import { z } from 'zod';
import { nextCursor, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { apiTime, inOrder } from '../../../platform/lib/timestamp.ts';
import { SOURCES } from '../queue/states.ts';
import { DIRECTIONS, LISTED_STATUSES, LISTED_TYPES } from '../schema.ts';

const filter = {
  device_uuid: z
    .string()
    .optional()
    .meta({
      format: 'uuid',
      description: 'Only messages of this device, or of the live chat of this widget.',
      examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
    }),
  phone: requiredString(255)
    .optional()
    .meta({
      description:
        'Only messages with the person of this number, as in `from` of an event or `to` of a message.',
      examples: ['6281234567890'],
    }),
  direction: z
    .enum(DIRECTIONS)
    .optional()
    .meta({ description: '`in`: from customers. `out`: to them.', examples: ['out'] }),
  status: z
    .enum(LISTED_STATUSES)
    .optional()
    .meta({
      description: 'Only messages with this status. `received`: from customers.',
      examples: ['failed'],
    }),
  type: z
    .enum(LISTED_TYPES)
    .optional()
    .meta({ description: 'Only messages of this type.', examples: ['image'] }),
  broadcast_id: z.coerce
    .number()
    .refine(Number.isSafeInteger, 'must be an integer')
    .min(1)
    .optional()
    .meta({ type: 'integer', description: 'Only messages of this broadcast.', examples: [17] }),
  since: apiTime('2025-11-21T00:00:00.000Z')
    .optional()
    .meta({ description: 'Only messages with this `created_at` or a later one.' }),
  until: apiTime('2025-11-21T23:59:59.999Z')
    .optional()
    .meta({
      description:
        'Only messages with this `created_at` or an earlier one. Queued messages are then listed only with ' +
        '`status=queued`, `phone` or `broadcast_id`.',
    }),
};

export const ExportMessages = z.object(filter).refine(...inOrder);
export type ExportMessages = z.infer<typeof ExportMessages>;

export const ListMessages = z.object({ ...filter, ...pageQuery }).refine(...inOrder);
export type ListMessages = z.infer<typeof ListMessages>;

const nullable = (description: string, example: string | number | null = null) =>
  (typeof example === 'number' ? z.int() : z.string()).nullable().meta({ description, examples: [example] });

export const ListedMessage = z
  .object({
    id: z
      .int()
      .nullable()
      .meta({ description: 'Null on messages that an early version received.', examples: [1042] }),
    status: z.enum(LISTED_STATUSES).meta({ examples: ['delivered'] }),
    wa_message_id: nullable('Null until the message is sent.', '3EB0A1B2C3D4E5F60718'),
    direction: z.enum(DIRECTIONS).meta({ examples: ['out'] }),
    type: z.string().meta({ enum: [...LISTED_TYPES], examples: ['text'] }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
    device_uuid: z.string().meta({ format: 'uuid', examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'] }),
    phone: z
      .string()
      .meta({ description: 'The customer, as in `from` of an event.', examples: ['6281234567890'] }),
    author: z.enum(SOURCES).meta({ description: 'As in the history of a conversation.', examples: ['api'] }),
    body: nullable('The text or the caption.', 'Halo, pesanan Anda siap.'),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({
        description: 'Why the message failed. Null for other messages.',
        examples: [{ code: 'not_on_whatsapp', message: 'The number is not on WhatsApp.' }],
      }),
    broadcast_id: z
      .int()
      .nullable()
      .meta({ description: 'The broadcast that sent it.', examples: [null] }),
    conversation_id: z
      .string()
      .nullable()
      .meta({
        format: 'uuid',
        description: 'The chat with the customer. Null: none yet.',
        examples: ['0b8f2c5e-6a52-4c0e-9a7e-2f4d1c3b5a69'],
      }),
  })
  .meta({ id: 'ListedMessage' });
export type ListedMessage = z.infer<typeof ListedMessage>;

export const MessagePage = z
  .object({ data: z.array(ListedMessage).meta({ description: 'Newest first.' }), next_cursor: nextCursor })
  .meta({ id: 'MessagePage' });
