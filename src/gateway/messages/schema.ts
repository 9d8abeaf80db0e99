import { z } from 'zod';
import { apiString } from '../../platform/lib/text.ts';
import { MESSAGE_TYPES, SENT_CHANGES } from '../engines/kinds.ts';
import { SENT_KIND_NAMES, SENT_KINDS, type SentKind } from '../engines/sent-kinds/table.ts';
import { SentTemplate } from '../templates/template-input.ts';
import {
  CONTENT,
  checkedKind,
  checkFileOptions,
  KIND_CONTENT,
  quote,
  REQUIRED_FOR_CHOICES,
  schemaIdOf,
  unused,
  unusedBy,
} from './content.ts';
import { PROVIDER_NOTES } from './outbound-details.ts';

export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const DIRECTIONS = ['in', 'out'] as const;
/** `received`: from customers. */
export const LISTED_STATUSES = [...MESSAGE_STATUSES, 'received'] as const;
export const LISTED_TYPES = [...MESSAGE_TYPES, ...SENT_CHANGES, 'template'] as const;

const envelope = {
  device_uuid: apiString()
    .min(1, 'is required')
    .meta({ description: 'A device of the account.', examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'] }),
  /** Any text: numbers are checked after the fields (invalid_phone). */
  to: apiString()
    .min(1, 'is required')
    .meta({
      description:
        'The recipient in any format, with 8 to 15 digits. A leading 0 stands for the country code ' +
        'of the account. Or the id of a group, on a device that takes part in groups.',
      examples: ['081234567890'],
    }),
};
const quoting = { ...envelope, quote };
const required = ['device_uuid', 'to', ...REQUIRED_FOR_CHOICES];

const { text, media, button, list, template } = CONTENT;
const ofContract = (own: object) => unusedBy(own, true);

const ofKind = <Name extends SentKind>(type: Name) => {
  const own = KIND_CONTENT[type];
  const fields = {
    ...envelope,
    quote: type === 'reaction' ? unused : quote,
    ...unusedBy(own, false),
    ...own,
  };
  return checkedKind(type, z.object(fields)).meta({
    id: schemaIdOf(type, 'Message'),
    title: SENT_KINDS[type].title,
  });
};

export const SendMessage = z
  .discriminatedUnion('type', [
    z.object({ ...quoting, ...text, ...ofContract(text) }).meta({ id: 'TextMessage', title: 'Text' }),
    z
      .object({ ...quoting, ...media, ...ofContract(media) })
      .superRefine(checkFileOptions)
      .meta({ id: 'MediaMessage', title: 'Image, document, audio or video' }),
    z
      .object({ ...quoting, ...button, ...ofContract(button) })
      .meta({ id: 'ButtonMessage', title: 'Buttons', required }),
    z
      .object({ ...quoting, ...list, ...ofContract(list) })
      .meta({ id: 'ListMessage', title: 'List', required }),
    z
      .object({ ...quoting, ...template, ...unusedBy(template, false) })
      .meta({ id: 'TemplateMessage', title: 'Template' }),
    ...SENT_KIND_NAMES.map(ofKind),
  ])
  .meta({
    id: 'SendMessage',
    description:
      'Lengths are counted in Unicode code points. Unused keys of the contract are ignored by its types. A value in ' +
      'another key that the type does not use is an error.',
  });
export type SendMessage = z.infer<typeof SendMessage>;

const Pricing = z
  .object({
    category: z.string().meta({ description: 'The word of the provider.', examples: ['marketing'] }),
    type: z
      .string()
      .nullable()
      .meta({ description: 'Why it is charged or free.', examples: ['regular'] }),
    model: z
      .string()
      .nullable()
      .meta({ description: 'How the provider counts.', examples: ['pmp'] }),
    billable: z.boolean().meta({ description: 'Whether the provider charges it.', examples: [true] }),
  })
  .meta({
    id: 'MessagePricing',
    description: 'What the provider said about the price. Only of official numbers, and once it is known.',
  });

export const MessageView = z
  .object({
    id: z.int().meta({
      description:
        'Identifier of the message, for GET /v1/messages/{id}. Ids are unique in the account, and rise in the ' +
        'order of acceptance. Some numbers are skipped.',
      examples: [1042],
    }),
    status: z.enum(MESSAGE_STATUSES).meta({ examples: ['queued'] }),
    wa_message_id: z
      .string()
      .nullable()
      .meta({ description: 'Null until the message is sent.', examples: [null, '3EB0A1B2C3D4E5F60718'] }),
    direction: z.literal('out').meta({ examples: ['out'] }),
    type: z.string().meta({ enum: [...LISTED_TYPES], examples: ['text'] }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
    template: SentTemplate.optional(),
    error: z
      .object({
        code: z.string().meta({ examples: ['not_on_whatsapp'] }),
        message: z.string().meta({ examples: ['The number is not on WhatsApp.'] }),
      })
      .optional()
      .meta({ description: 'Why the message failed. Only on a failed message.' }),
    pricing: Pricing.optional(),
    ...PROVIDER_NOTES,
  })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof MessageView>;
