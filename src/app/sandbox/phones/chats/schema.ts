import { z } from 'zod';
import { MAX_TEXT } from '../../../../gateway/engines/kinds.ts';
import { MAX_CAPTION } from '../../../../gateway/messages/content.ts';
import { requiredString } from '../../../../platform/lib/text.ts';
import { deviceUuid, number, PhoneParams } from '../schema.ts';

/** Of a file that a phone sends. */
const MAX_FILE_BYTES = 3 * 1024 * 1024;
/** The file as base64, with the other fields. */
export const SEND_LIMIT = 4 * 1024 * 1024 + 64 * 1024;

export const ChatParams = PhoneParams.extend({
  peer: z.string().meta({ description: 'The `number` of the chat.', examples: ['6281100000001'] }),
});
export const FileParams = ChatParams.extend({ id: z.string().meta({ description: 'Of the message.' }) });

const Choice = z.object({
  id: z.string(),
  title: z.string().meta({ description: 'Empty: the phone has its own words.' }),
  description: z.string().nullable(),
  section: z.string().nullable().meta({ description: 'Heading above the row of a list.' }),
});
const Interactive = z
  .object({
    kind: z.enum([
      'buttons',
      'list',
      'link',
      'location_request',
      'product',
      'product_list',
      'catalog',
      'flow',
    ]),
    header: z.string().nullable(),
    footer: z.string().nullable(),
    button: z.string().nullable().meta({ description: 'Text that opens the list or the link.' }),
    url: z.string().nullable().meta({ description: 'Of a link.' }),
    choices: z.array(Choice).meta({ description: 'Buttons, or rows of the list.' }),
  })
  .meta({ id: 'SandboxInteractive' });

export const PhoneMessage = z
  .object({
    id: z.string().meta({ examples: ['3EB0C767D097E8A1B2C3'] }),
    engine: z.enum(['economy', 'official_cloud']).meta({ description: 'The network that carried it.' }),
    from_phone: z.boolean().meta({ description: '`true`: the phone sent it.' }),
    type: z.string().meta({
      description:
        '`text`, `image`, `video`, `audio`, `document`, `sticker`, `location`, `contact`, `poll`, `interactive`, ' +
        '`template` and others.',
      examples: ['text'],
    }),
    text: z.string().nullable().meta({ description: 'Text or caption, at most 4,096 characters.' }),
    is_cut: z.boolean().meta({ description: 'The text is longer.' }),
    at: z.string().meta({ format: 'date-time' }),
    read: z.boolean().meta({ description: 'The other side has read it.' }),
    is_edited: z.boolean(),
    is_deleted: z.boolean().meta({ description: 'Its sender has deleted it on all phones.' }),
    file: z
      .object({ mimetype: z.string().nullable(), name: z.string().nullable(), size: z.number() })
      .nullable(),
    quote: z.object({ id: z.string(), text: z.string().nullable() }).nullable(),
    interactive: Interactive.nullable(),
    reactions: z.array(z.object({ from_phone: z.boolean(), emoji: z.string() })),
  })
  .meta({ id: 'SandboxMessage' });
export type PhoneMessage = z.infer<typeof PhoneMessage>;
export const MessageList = z
  .object({
    data: z.array(PhoneMessage),
    typing: z.boolean().meta({ description: 'The device shows that it types. Only on the phone network.' }),
  })
  .meta({ id: 'SandboxMessages' });

const ChatView = z
  .object({
    number: number.meta({ description: 'The other side of the chat.' }),
    name: z.string().meta({ description: 'Label of the device, or name of the phone.' }),
    device_uuid: deviceUuid.nullable().meta({ description: 'Null: another phone.' }),
    engine: z
      .string()
      .nullable()
      .meta({ examples: ['economy'] }),
    unread: z.int().meta({ description: 'At most 100 of each network.', examples: [2] }),
    last: PhoneMessage.nullable().meta({
      description: 'At most 200 characters of its text, without quote and choices. Null: no message yet.',
    }),
  })
  .meta({ id: 'SandboxChat' });
export const ChatList = z.object({ data: z.array(ChatView) }).meta({ id: 'SandboxChats' });

const messageId = requiredString(300);
const File = z.object({
  data: z
    .base64()
    .min(1)
    .refine((text) => Buffer.byteLength(text, 'base64') <= MAX_FILE_BYTES, 'must have at most 3 MiB')
    .meta({ description: 'The bytes as base64, at most 3 MiB.' }),
  mimetype: requiredString(100).meta({ examples: ['image/jpeg'] }),
  file_name: requiredString(255).optional(),
  caption: requiredString(MAX_CAPTION).optional(),
});
const Contents = {
  text: requiredString(MAX_TEXT)
    .optional()
    .meta({ examples: ['Halo, ada stok?'] }),
  file: File.optional(),
  sample: z.enum(['picture', 'document']).optional().meta({ description: 'A file of the sandbox.' }),
  choice: z
    .object({ message_id: messageId, id: requiredString(256) })
    .optional()
    .meta({ description: 'Taps a button or a row of a list. Only with an official device.' }),
  reaction: z
    .object({ message_id: messageId, emoji: requiredString(32).nullable() })
    .optional()
    .meta({ description: 'Null removes the reaction.' }),
};

export const SendFromPhone = z
  .object({ ...Contents, quote: messageId.optional().meta({ description: 'Id of the quoted message.' }) })
  .refine(
    (body) =>
      Object.keys(Contents).filter((key) => body[key as keyof typeof body] !== undefined).length === 1,
    { message: `exactly one of ${Object.keys(Contents).join(', ')} must be given`, path: ['text'] },
  )
  .meta({ id: 'SendFromSandboxPhone' });
export type SendFromPhone = z.infer<typeof SendFromPhone>;

export const SentMessage = z.object({ id: z.string() }).meta({ id: 'SandboxSentMessage' });
export const ReadChat = z.object({ number }).meta({ id: 'SandboxReadChat' });
