import { z } from 'zod';
import { deviceUuids, shownDeviceUuids } from '../../../gateway/devices/device.ts';
import { MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import { CONTENT } from '../../../gateway/messages/content.ts';
import { UploadedMedia } from '../../../gateway/uploads/upload.ts';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { apiString, requiredString } from '../../../platform/lib/text.ts';
import { time } from '../meaning-schema.ts';
import { actor, ConversationParams, EXAMPLE_UUID } from '../schema.ts';
import { problemsOf, VARIABLES } from './variables.ts';

/** Of an account. */
export const MAX_CANNED_REPLIES = 500;
const MAX_TITLE = 100;
const SHORTCUT = /^[a-z0-9][a-z0-9_-]{0,49}$/;
const LANGUAGE = /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$/;
const EXAMPLE_BODY = 'Halo {{customer.first_name|Kak}}, pesanan Kakak sudah dikirim. Salam, {{agent.name}}';

export const ListCannedReplies = z.object({
  device_uuid: z
    .string()
    .optional()
    .meta({
      format: 'uuid',
      description: 'Only those for all devices, and for this one.',
      examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
    }),
  ...pageQuery,
});
export type ListCannedReplies = z.infer<typeof ListCannedReplies>;

export const CannedReplyParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the canned reply.', examples: [EXAMPLE_UUID] }),
});

const shortcut = z
  .string()
  .regex(SHORTCUT, 'must have 1 to 50 characters of a-z, 0-9, _ and -, and begin with a letter or digit')
  .meta({ description: 'What staff types to find it; unique in the account.', examples: ['dikirim'] });
const title = requiredString(MAX_TITLE)
  .overwrite((text) => text.trim())
  .meta({ description: 'What a list shows.', examples: ['Pesanan dikirim'] });
const body = requiredString(MAX_TEXT)
  .superRefine((text, issues) => {
    for (const message of problemsOf(text)) issues.addIssue({ code: 'custom', message });
  })
  .meta({
    description:
      `The text. It may have the variables ${VARIABLES.map((name) => `\`{{${name}}}\``).join(', ')}, and ` +
      '`{{contact.FIELD}}` with a field of the contact, each with a fallback for a missing value: ' +
      '`{{customer.name|Kak}}`.',
    examples: [EXAMPLE_BODY],
  });
const language = apiString()
  .regex(LANGUAGE, 'must be a language such as id or en_US')
  .nullish()
  .meta({ description: 'The language of the text. Null: not said.', examples: ['id'] });
const device_uuids = deviceUuids('Only for these devices.').optional();
const media_id = CONTENT.media.media_id.meta({
  description: 'The `id` of an uploaded file that comes with the text: POST /v1/media. Null: none.',
  examples: [null],
});

export const CreateCannedReply = z
  .object({ shortcut, title, body, language, device_uuids, media_id })
  .meta({ id: 'CreateCannedReply' });
export type CreateCannedReply = z.infer<typeof CreateCannedReply>;

export const ChangeCannedReply = changeOf(
  { shortcut, title, body, language, device_uuids, media_id },
  'body',
).meta({
  id: 'ChangeCannedReply',
});
export type ChangeCannedReply = z.infer<typeof ChangeCannedReply>;

export const CannedReply = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    shortcut: z.string().meta({ examples: ['dikirim'] }),
    title: z.string().meta({ examples: ['Pesanan dikirim'] }),
    body: z.string().meta({ examples: [EXAMPLE_BODY] }),
    language: z
      .string()
      .nullable()
      .meta({ examples: ['id'] }),
    device_uuids: shownDeviceUuids,
    media: UploadedMedia.nullable().meta({ description: 'The file that comes with the text. Null: none.' }),
    created_at: time('When it was made.'),
    updated_at: time('When it was changed last.'),
  })
  .meta({ id: 'CannedReply' });
export type CannedReply = z.infer<typeof CannedReply>;

export const CannedReplyPage = pageBody('CannedReplyPage', CannedReply);

export const RenderParams = ConversationParams.extend({
  canned_reply_id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the canned reply.', examples: [EXAMPLE_UUID] }),
});

export const Render = z
  .object({ actor: actor('Who writes, for the variable `agent.name`.') })
  .meta({ id: 'RenderCannedReply' });

export const Rendered = z
  .object({
    body: z.string().meta({ examples: ['Halo Budi, pesanan Kakak sudah dikirim. Salam, Ani'] }),
    missing: z.array(z.string()).meta({
      description: 'Variables without a value and without a fallback. Their places are empty.',
      examples: [[]],
    }),
  })
  .meta({ id: 'RenderedCannedReply' });
