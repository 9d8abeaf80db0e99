import { z } from 'zod';
import { defineEvent, deviceUuid, timestamp } from '../events/event.ts';
import { MediaView } from './media/media.ts';

const waMessageId = z
  .string()
  .meta({ description: "The provider's id of the message.", examples: ['3EB0C767D097B7C7C5A1'] });

const { state, reason, mime_type: mimetype, file_name, size } = MediaView.shape;
const media = z
  .object({
    state,
    url: z
      .url()
      .nullable()
      .meta({
        description:
          'Null until the file is stored. Needs no key, and works as long as Kurir keeps the file: keep it secret.',
        examples: ['https://kurir.example.com/files/AWJ5zq0m4T8vHc1'],
      }),
    mimetype,
    file_name,
    size,
  })
  .meta({ id: 'EventMedia' });

const chat = z
  .object({
    type: z.literal('group'),
    id: z.string().meta({ description: 'The address of the group.', examples: ['120363041234567890@g.us'] }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The name of the group. Null: not known yet.', examples: ['Reseller Jakarta'] }),
  })
  .optional()
  .meta({
    id: 'EventChat',
    description:
      'Only of a group, which needs a device with `groups: on`. Then the person is the member who wrote.',
  });

export const MESSAGE_RECEIVED = defineEvent(
  'message.received',
  {
    schema: 'MessageReceivedEvent',
    description: 'A customer has sent a message.',
    summary: 'Message received',
    operationId: 'onMessageReceived',
  },
  {
    device_uuid: deviceUuid,
    from: z.string().meta({
      description:
        "The sender: digits in international form, or the provider's id of a customer who hides the number.",
      examples: ['6281234567890'],
    }),
    type: z.enum(['text', 'image', 'document', 'audio', 'video']).meta({
      description:
        'A tapped button or list row arrives as `text` with its title. A sticker arrives as `image`. ' +
        'A location, a contact card or another type without a file arrives as readable `text`.',
      examples: ['text'],
    }),
    body: z
      .string()
      .nullable()
      .meta({
        description:
          'The text or the caption; the file name of a document without a caption; otherwise null.',
        examples: ['Halo'],
      }),
    wa_message_id: waMessageId,
    timestamp,
    message_id: z
      .int()
      .nullable()
      .meta({
        description: 'The `id` of the message in the history of its conversation.',
        examples: [1025],
      }),
    conversation_id: z
      .uuid()
      .nullable()
      .meta({
        description: 'Its conversation. Null for a sender whose id fits no index.',
        examples: ['2b0d7b3d-4c51-4a51-9c3a-0d1f6f2a3d5e'],
      }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the sender, as the sender set it.', examples: ['Budi'] }),
    kind: z.string().meta({
      description:
        'What the message is, such as `order`, `location` or `poll`; otherwise as `type`. More may be added.',
      examples: ['text'],
    }),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description: 'What the kind has, in the form of the history of a conversation. Null without any.',
        examples: [null],
      }),
    quote: z
      .object({ wa_message_id: z.string() })
      .nullable()
      .meta({ description: 'The message that this one answers.', examples: [null] }),
    referral: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description: 'The advertisement that led to the message, in the form of a touch.',
        examples: [null],
      }),
    media: media.nullable().meta({
      description: 'The file. Its `url` comes with `message.media`. Null without a file, or if none is kept.',
    }),
    chat,
  },
);

/** Of the events about a message that came before. */
const earlier = {
  device_uuid: deviceUuid,
  timestamp,
  message_id: z
    .int()
    .nullable()
    .meta({ description: 'The `id` of the message. Null if Kurir does not have it.', examples: [1025] }),
  wa_message_id: waMessageId,
  conversation_id: z
    .uuid()
    .nullable()
    .meta({
      description: 'Its conversation, as in `message.received`.',
      examples: ['2b0d7b3d-4c51-4a51-9c3a-0d1f6f2a3d5e'],
    }),
  phone: z.string().meta({
    description: 'The customer, as in `from` of `message.received`.',
    examples: ['6281234567890'],
  }),
  chat,
};
const author = z.enum(['us', 'them']).meta({
  description: '`them`: the customer. `us`: the account, by a call, its staff or its own phone.',
  examples: ['them'],
});

export const MESSAGE_MEDIA = defineEvent(
  'message.media',
  {
    schema: 'MessageMediaEvent',
    description: 'The file of an earlier message is there, or it cannot be had.',
    summary: 'File of a message',
    operationId: 'onMessageMedia',
  },
  {
    ...earlier,
    media,
    reason,
  },
);

export const MESSAGE_REACTION = defineEvent(
  'message.reaction',
  {
    schema: 'MessageReactionEvent',
    description: 'A person reacted to a message, or took the reaction back.',
    summary: 'Reaction to a message',
    operationId: 'onMessageReaction',
  },
  {
    ...earlier,
    author,
    emoji: z
      .string()
      .nullable()
      .meta({ description: 'Replaces the earlier one of the author. Null: removed.', examples: ['👍'] }),
  },
);

export const MESSAGE_EDITED = defineEvent(
  'message.edited',
  {
    schema: 'MessageEditedEvent',
    description: 'The author of a message changed its text.',
    summary: 'Message edited',
    operationId: 'onMessageEdited',
  },
  {
    ...earlier,
    author,
    body: z
      .string()
      .nullable()
      .meta({ description: 'The new text. Null: not readable.', examples: ['Dua saja'] }),
  },
);

export const MESSAGE_DELETED = defineEvent(
  'message.deleted',
  {
    schema: 'MessageDeletedEvent',
    description:
      'The author deleted a message on all phones. Kurir erases the text of a customer, and its file.',
    summary: 'Message deleted',
    operationId: 'onMessageDeleted',
  },
  { ...earlier, author },
);

export const MESSAGE_STATUS = defineEvent(
  'message.status',
  {
    schema: 'MessageStatusEvent',
    description: 'An outbound message has a new status.',
    summary: 'Message status changed',
    operationId: 'onMessageStatus',
  },
  {
    device_uuid: deviceUuid,
    timestamp,
    message_id: z.int().meta({
      description: 'The `id` of the message, as in the answer to POST /v1/messages or to a reply.',
      examples: [1024],
    }),
    wa_message_id: waMessageId
      .nullable()
      .meta({ description: "The provider's id; null if the message failed before it was sent." }),
    status: z.enum(['sent', 'delivered', 'read', 'failed']).meta({
      description: 'Each status is reported at most once per message, in this order.',
      examples: ['delivered'],
    }),
    to: z.string().meta({ description: 'The recipient, digits only.', examples: ['6281234567890'] }),
    error: z
      .object({
        code: z.string().meta({ examples: ['device_released'] }),
        message: z.string().meta({ examples: ['The device was released.'] }),
      })
      .nullable()
      .meta({ description: 'Why the message failed; null for any other status.', examples: [null] }),
  },
);
