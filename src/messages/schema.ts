import { z } from 'zod';
import { ENGINE_KINDS, KIND_NAMES, MESSAGE_TYPES } from '../engines/kinds.ts';
import { MEDIA_TYPES } from '../lib/media/formats.ts';
import { apiString, atMost } from '../lib/text.ts';
import { MAX_URL, webUrl } from '../lib/web-url.ts';
import { CHOICES } from './interactive.ts';

export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Of all engines; the contract names no limit. */
const MAX_TEXT = Math.max(...KIND_NAMES.map((engine) => ENGINE_KINDS[engine].maxText));
/** The limit of the provider. */
const MAX_CAPTION = 1_024;

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
        'of the account.',
      examples: ['081234567890'],
    }),
};

const unusedUrl = apiString().nullish().meta({ description: 'Not used by this type.' });

const TextMessage = z
  .object({
    ...envelope,
    type: z.literal('text').default('text'),
    body: apiString()
      .refine(...atMost(MAX_TEXT))
      .refine((text) => text.trim() !== '', 'is required')
      .meta({
        minLength: 1,
        maxLength: MAX_TEXT,
        pattern: '\\S',
        description:
          `The text, not blank: at most ${MAX_TEXT} characters, ` +
          `on an official cloud device ${ENGINE_KINDS.official_cloud.maxText}.`,
        examples: ['Halo, pesanan Anda siap.'],
      }),
    media_url: unusedUrl,
  })
  .meta({ id: 'TextMessage', title: 'Text' });

const MediaMessage = z
  .object({
    ...envelope,
    type: z.enum(MEDIA_TYPES),
    body: apiString()
      .refine(...atMost(MAX_CAPTION))
      .nullish()
      .meta({
        maxLength: MAX_CAPTION,
        description:
          `The caption, at most ${MAX_CAPTION} characters. ` +
          'Kurir stores a caption of audio but does not send it.',
        examples: ['Katalog November'],
      }),
    media_url: webUrl().meta({
      description: `URL of the file: http or https, at most ${MAX_URL} characters, without user name and password.`,
      examples: ['https://example.com/katalog.pdf'],
    }),
  })
  .meta({ id: 'MediaMessage', title: 'Image, document, audio or video' });

/** Checked by `CHOICES`, after the engine of the device is known. */
function choiceMessage<Type extends 'button' | 'list'>(type: Type, meta: { id: string; title: string }) {
  const { body, interactive } = z.toJSONSchema(CHOICES[type], { io: 'input' }).properties ?? {};
  return z
    .object({
      ...envelope,
      type: z.literal(type),
      body: apiString()
        .nullish()
        .meta({ ...(body as object), description: 'The text above the choices. Required.' }),
      media_url: unusedUrl,
      interactive: z
        .unknown()
        .optional()
        .meta({ ...(interactive as object), description: 'The choices. Required.' }),
    })
    .meta({ ...meta, required: ['device_uuid', 'to', 'type', 'body', 'interactive'] });
}

/** Keys that the type does not use are ignored. */
export const SendMessage = z
  .discriminatedUnion(
    'type',
    [
      TextMessage,
      MediaMessage,
      choiceMessage('button', { id: 'ButtonMessage', title: 'Buttons' }),
      choiceMessage('list', { id: 'ListMessage', title: 'List' }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union' ? `must be one of ${MESSAGE_TYPES.join(', ')}` : undefined,
    },
  )
  .meta({
    id: 'SendMessage',
    description: 'Lengths are counted in Unicode code points. Keys that a type does not use are ignored.',
  });
export type SendMessage = z.infer<typeof SendMessage>;

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
    type: z.string().meta({ enum: MESSAGE_TYPES, examples: ['text'] }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
    error: z
      .object({
        code: z.string().meta({ examples: ['not_on_whatsapp'] }),
        message: z.string().meta({ examples: ['The number is not on WhatsApp.'] }),
      })
      .optional()
      .meta({ description: 'Why the message failed. Only on a failed message.' }),
  })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof MessageView>;
