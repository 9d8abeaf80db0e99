import { z } from 'zod';
import type { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { MEDIA_TYPES } from '../../platform/lib/media/formats.ts';
import { apiString, atMost, requiredString } from '../../platform/lib/text.ts';
import { MAX_URL, webUrl } from '../../platform/lib/web-url.ts';
import { ENGINE_KINDS, LONGEST_TEXT, MAX_TEXT } from '../engines/kinds.ts';
import {
  buttonText,
  footer,
  header,
  MAX_ABOVE_BUTTONS,
  MAX_BUTTON_TEXT,
  MAX_HEADING,
  mediaId,
  optional,
  sectionsOf,
  several,
} from '../engines/sent-kinds/fields.ts';
import { SENT_KIND_NAMES, SENT_KINDS, type SentKind } from '../engines/sent-kinds/table.ts';
import type { ComposedTemplate } from '../templates/fill.ts';
import { TemplateInput } from '../templates/template-input.ts';

/** Of the contract: characters of text, title and description; number of choices. */
export const CHOICE_LIMITS = {
  button: { body: MAX_ABOVE_BUTTONS, title: MAX_BUTTON_TEXT, description: 0, choices: 3 },
  list: { body: MAX_TEXT, title: MAX_HEADING, description: 72, choices: 10 },
} as const;

const Button = z.object({
  id: requiredString(256).describe(
    'Your id of the choice. Kurir sends equal ids unchanged, and the provider may refuse them.',
  ),
  title: buttonText.describe('Text of the button. You receive it when the customer taps the button.'),
});

const ButtonChoices = z.object({
  header,
  footer,
  buttons: several(Button, CHOICE_LIMITS.button.choices),
});

const Row = z.object({
  id: requiredString(200).describe(
    'Your id of the choice. Kurir sends equal ids unchanged, and the provider may refuse them.',
  ),
  title: requiredString(CHOICE_LIMITS.list.title).describe(
    'Text of the row. You receive it when the customer taps the row.',
  ),
  description: optional(CHOICE_LIMITS.list.description).describe(
    `Line below the title, at most ${CHOICE_LIMITS.list.description} characters.`,
  ),
});

const ListChoices = z.object({
  header,
  footer,
  button_text: buttonText.describe('Label of the button that opens the list.'),
  sections: sectionsOf({ rows: several(Row, CHOICE_LIMITS.list.choices) }),
});

/** Checked once the engine is known. */
export const CHOICES = {
  button: z.object({ body: requiredString(CHOICE_LIMITS.button.body), interactive: ButtonChoices }),
  list: z.object({ body: requiredString(CHOICE_LIMITS.list.body), interactive: ListChoices }),
} as const;

export const MAX_CAPTION = 1_024;

const unusedUrl = apiString().nullish().meta({ description: 'Not used by this type.' });

const text = {
  type: z.literal('text').default('text'),
  body: apiString()
    .refine(...atMost(LONGEST_TEXT))
    .refine((body) => body.trim() !== '', 'is required')
    .meta({
      minLength: 1,
      maxLength: LONGEST_TEXT,
      pattern: '\\S',
      description:
        `The text, not blank: at most ${LONGEST_TEXT} characters, ` +
        `on an official cloud device ${ENGINE_KINDS.official_cloud.maxText}.`,
      examples: ['Halo, pesanan Anda siap.'],
    }),
  media_url: unusedUrl,
};

/** Of a file that the network has. */
export const MEDIA_URL = webUrl().meta({
  description: `URL of the file: http or https, at most ${MAX_URL} characters, without user name and password.`,
  examples: ['https://example.com/katalog.pdf'],
});

const media = {
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
  media_url: MEDIA_URL.nullish(),
  media_id: mediaId,
  voice: z
    .boolean()
    .optional()
    .meta({
      description: 'Of audio: `true` sends a voice note. The file must be Ogg with Opus.',
      examples: [true],
    }),
  ptt: z
    .boolean()
    .optional()
    .meta({ description: 'Another name of `voice`.', examples: [false] }),
  view_once: z
    .boolean()
    .optional()
    .meta({
      description:
        'Of an image, a video or audio: `true` lets the recipient open it once. An official cloud device answers ' +
        '`type_not_supported`.',
      examples: [false],
    }),
};

type FileFields = { type: string } & Partial<Parsed<Omit<typeof media, 'type'>>>;

/** It has one place. */
export function fileProblem({ media_url, media_id }: Pick<FileFields, 'media_url' | 'media_id'>) {
  if (media_id) return media_url ? 'cannot be combined with media_id' : null;
  return media_url ? null : 'is required';
}

/** Of a file, by its type. */
export const checkFileOptions = (
  { type, media_url, media_id, voice, ptt, view_once }: FileFields,
  context: z.core.$RefinementCtx,
): void => {
  const refuse = (name: string, of: string) =>
    context.addIssue({ code: 'custom', path: [name], message: `is only for messages of type ${of}` });
  const problem = fileProblem({ media_url, media_id });
  if (problem) context.addIssue({ code: 'custom', path: ['media_url'], message: problem });
  if (voice && type !== 'audio') refuse('voice', 'audio');
  if (ptt && type !== 'audio') refuse('ptt', 'audio');
  if (view_once && type === 'document') refuse('view_once', 'image, video or audio');
};

/** Of a kind whose fields depend on each other. */
export const checkedKind = <Schema extends z.ZodType>(type: SentKind, schema: Schema): Schema =>
  type === 'sticker'
    ? schema.superRefine((fields, context) => checkFileOptions(fields as FileFields, context)) // it has them
    : schema;

export const quote = z
  .int()
  .min(1)
  .nullish()
  .meta({
    description:
      'The `id` of the message that this one answers: any message of the chat, of the answer to POST ' +
      '/v1/messages, or the `message_id` of `message.received`.',
    examples: [4711],
  });

/** `CHOICES` checks it, once the engine is known. */
function choices<Type extends 'button' | 'list'>(type: Type) {
  const { body, interactive } = z.toJSONSchema(CHOICES[type], { io: 'input' }).properties ?? {};
  return {
    type: z.literal(type),
    body: apiString()
      .nullish()
      .meta({ ...(body as object), description: 'The text above the choices. Required.' }),
    media_url: unusedUrl,
    interactive: z
      .unknown()
      .optional()
      .meta({ ...(interactive as object), description: 'The choices. Required.' }),
  };
}

const template = { type: z.literal('template'), template: TemplateInput };

export const CONTENT = { text, media, button: choices('button'), list: choices('list'), template } as const;

/** Beside the fields of the address. */
export const REQUIRED_FOR_CHOICES = ['type', 'body', 'interactive'];

type SentKinds = typeof SENT_KINDS;
type KindFields = { [Name in SentKind]: { type: z.ZodLiteral<Name> } & SentKinds[Name]['fields'] };

const FIELDS_OF_CONTRACT = ['body', 'media_url', 'interactive'];
const FIELDS_OF_EXTENSIONS = [
  ...new Set([
    ...[...Object.values(SENT_KINDS).map(({ fields }) => fields), media].flatMap((each) => Object.keys(each)),
    'template',
  ]),
].filter((name) => !FIELDS_OF_CONTRACT.includes(name));

export const unused = z
  .null({ error: 'is not used by this type' })
  .optional()
  .meta({ description: 'Not used by this type.' });

/** Fields of other types would be lost (docs/decisions/0107). The contract's types ignore each other's fields. */
export function unusedBy(own: object, isOfContract: boolean): Record<never, never> {
  const others = isOfContract ? FIELDS_OF_EXTENSIONS : [...FIELDS_OF_CONTRACT, ...FIELDS_OF_EXTENSIONS];
  return Object.fromEntries(others.filter((name) => !(name in own)).map((name) => [name, unused]));
}

/** As `CONTENT`, for the table of kinds. */
export const KIND_CONTENT = Object.fromEntries(
  SENT_KIND_NAMES.map((name) => [name, { type: z.literal(name), ...SENT_KINDS[name].fields }]),
) as KindFields; // `Object.fromEntries` forgets which fields each name has

export const schemaIdOf = (type: SentKind, ending: 'Message' | 'Reply') =>
  type.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase()) + ending;

type Parsed<Shape extends z.core.$ZodLooseShape> = z.infer<z.ZodObject<Shape>>;
export type KindInput = { [Name in SentKind]: Parsed<KindFields[Name]> }[SentKind];
export type Content =
  | Parsed<typeof CONTENT.template>
  | Parsed<typeof CONTENT.text>
  | Parsed<typeof CONTENT.media>
  | Parsed<typeof CONTENT.button>
  | Parsed<typeof CONTENT.list>
  | KindInput;

/** Or the problem, which comes after those of account and device. */
export type CheckedTemplate = ComposedTemplate | ApiError | FieldErrors;

export type CheckedContent =
  | Exclude<Content, { type: 'template' }>
  | { type: 'edit'; body: string }
  | { type: 'deletion' }
  | { type: 'template'; template: CheckedTemplate };
