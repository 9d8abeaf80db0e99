import { z } from 'zod';
import { SENT_KIND_NAMES, SENT_KINDS, type SentKind } from '../../../gateway/engines/sent-kinds/table.ts';
import {
  CONTENT,
  checkedKind,
  checkFileOptions,
  KIND_CONTENT,
  quote,
  REQUIRED_FOR_CHOICES,
  schemaIdOf,
  unusedBy,
} from '../../../gateway/messages/content.ts';
import { AcceptedMessage } from '../../../gateway/messages/send-call.ts';
import { MAX_ID, requiredString } from '../../../platform/lib/text.ts';
import { actor, EXAMPLE_UUID, ownershipVersion } from '../schema.ts';

const absent = (error: string, description: string) => z.null({ error }).optional().meta({ description });

const answering = {
  quote,
  ownership_version: ownershipVersion,
  seen_message_id: z
    .int()
    .min(0)
    .optional()
    .meta({
      description:
        'The `id` of the newest message that the writer has seen; 0: none. When another person has answered after ' +
        'it, the answer is `answered_meanwhile`, and nothing is sent. Without it, the reply is sent.',
      examples: [4711],
    }),
  actor: actor('Who writes, for the history and the timeline.'),
};
const withoutTemplate = {
  template: absent('is the whole message: leave out the type', 'Not used by this type.'),
};
const ofTemplate = absent(
  'must be missing: the template is the whole message',
  'Not used: the template is the whole message.',
);

const TextReply = z
  .object({ ...unusedBy(CONTENT.text, true), ...CONTENT.text, ...answering, ...withoutTemplate })
  .meta({ id: 'TextReply', title: 'Text' });
const MediaReply = z
  .object({
    ...unusedBy(CONTENT.media, true),
    ...CONTENT.media,
    ...answering,
    ...withoutTemplate,
  })
  .superRefine(checkFileOptions)
  .meta({ id: 'MediaReply', title: 'Image, document, audio or video' });
const TemplateReply = z
  .object({
    ...unusedBy(CONTENT.template, false),
    ...CONTENT.template,
    type: CONTENT.template.type.meta({ description: 'Can be left out.' }),
    body: ofTemplate,
    media_url: ofTemplate,
    ...answering,
  })
  .meta({ id: 'TemplateReply', title: 'Template', required: ['template'] });
const ButtonReply = z
  .object({
    ...unusedBy(CONTENT.button, true),
    ...CONTENT.button,
    ...answering,
    ...withoutTemplate,
  })
  .meta({ id: 'ButtonReply', title: 'Buttons', required: REQUIRED_FOR_CHOICES });
const ListReply = z
  .object({ ...unusedBy(CONTENT.list, true), ...CONTENT.list, ...answering, ...withoutTemplate })
  .meta({ id: 'ListReply', title: 'List', required: REQUIRED_FOR_CHOICES });

const ofKind = <Name extends SentKind>(type: Name) => {
  const own = KIND_CONTENT[type];
  const fields = { ...unusedBy(own, false), ...own, ...answering };
  return checkedKind(type, z.object(fields)).meta({
    id: schemaIdOf(type, 'Reply'),
    title: SENT_KINDS[type].title,
  });
};

/** A template needs no type. */
function withType(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('template' in body)) return body;
  const { template, type } = body as { template: unknown; type?: unknown }; // unchecked JSON
  const isPlain = type === undefined || type === null || type === 'text';
  return template !== null && isPlain ? { ...body, type: 'template' } : body;
}

export const SendReply = z
  .preprocess(
    withType,
    z.discriminatedUnion('type', [
      TextReply,
      MediaReply,
      ButtonReply,
      ListReply,
      TemplateReply,
      ...SENT_KIND_NAMES.map(ofKind),
    ]),
  )
  .meta({
    id: 'SendReply',
    description:
      'A message as in POST /v1/messages, but without device and number: the conversation has them.',
  });
export type SendReply = z.infer<typeof SendReply>;

export const AcceptedReply = AcceptedMessage.extend({
  under_way: z.array(z.int()).meta({
    description:
      'Ids of messages of the automation that may be sent already, as in the answer of a take-over.',
    examples: [[]],
  }),
}).meta({ id: 'AcceptedReply' });

export const StartConversation = z
  .object({
    device_uuid: z.uuid().meta({
      description: 'The device that writes.',
      examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
    }),
    to: requiredString(MAX_ID).meta({
      description: 'The number of the customer, in any format, or the id of a group of the device.',
      examples: ['081234567890'],
    }),
    message: SendReply,
  })
  .meta({ id: 'StartConversation' });
export type StartConversation = z.infer<typeof StartConversation>;

export const StartedConversation = AcceptedReply.extend({
  conversation_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
}).meta({ id: 'StartedConversation' });
