import { z } from 'zod';
import { requiredString } from '../../platform/lib/text.ts';
import { CONTENT, fileProblem, MAX_CAPTION } from '../messages/content.ts';
import { TemplateInput } from '../templates/template-input.ts';
import { MAX_TEMPLATE, parseTemplate, templateProblem } from './template.ts';

/** Files that phones show with a text. */
export const FILE_TYPES = ['image', 'video', 'document'] as const;
export type FileType = (typeof FILE_TYPES)[number];
export const BROADCAST_TYPES = ['text', ...FILE_TYPES] as const;
export type BroadcastType = (typeof BROADCAST_TYPES)[number];

export const EXAMPLE_TEMPLATE = '{Halo|Hai} {nama}, ada {promo|diskon} untuk kakak hari ini.';

const template = requiredString(MAX_TEMPLATE)
  .superRefine((text, issues) => {
    if (text.length > 2 * MAX_TEMPLATE) return;
    const problem = templateProblem(parseTemplate(text));
    if (problem !== null) issues.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    description:
      'The text. Each recipient gets one alternative of `{a|b|c}`, chosen at random. `{nama}` becomes ' +
      'the name of the contact, `{{customer.first_name|Kak}}` its first word, or the words after the bar. ' +
      '`{{contact.kota|kota Anda}}` is another field of the contact. Of a file: ' +
      `its caption, at most ${MAX_CAPTION} characters, which may be missing.`,
    examples: [EXAMPLE_TEMPLATE],
  });

/** One of them: a text, a file with a caption, an approved template. */
export const messages = {
  message_template: template.nullish(),
  template: TemplateInput.nullish().meta({
    description:
      'In place of `message_template`: an approved template, the same for all recipients. Its values can have the ' +
      'placeholders of `message_template`. Only on an official cloud device.',
  }),
  type: z
    .enum(BROADCAST_TYPES)
    .nullish()
    .meta({ description: 'The type of the messages. Default: `text`.', examples: ['image'] }),
  media_url: CONTENT.media.media_url.meta({
    description:
      'URL of the file: http or https. Kurir fetches it once, with this call, and keeps it as an uploaded file.',
    examples: ['https://example.com/promo.jpg'],
  }),
  media_id: CONTENT.media.media_id.meta({
    description:
      'The `id` of an uploaded file, in place of `media_url`: POST /v1/media. The file stays until the broadcast ends.',
  }),
};

type Messages = z.infer<z.ZodObject<typeof messages>>;
export const isPresent = (value: unknown) => value !== undefined && value !== null;
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const hasFile = ({ type }: Messages) => isPresent(type) && type !== 'text';
const namesFile = ({ media_url, media_id }: Messages) => isPresent(media_url) || isPresent(media_id);

type Rule = [
  isMet: (body: Messages) => boolean,
  problem: { path: string[]; error: string; when: typeof when },
];

/** What a message needs. A change may leave it out. */
const NEEDS_MESSAGE: Rule = [
  (body) => isPresent(body.message_template) || isPresent(body.template) || hasFile(body),
  { path: ['message_template'], error: 'is required', when },
];
const ONE_MESSAGE: readonly Rule[] = [
  [
    (body) => !(isPresent(body.message_template) && isPresent(body.template)),
    { path: ['template'], error: 'cannot be combined with message_template', when },
  ],
  [
    (body) => !(isPresent(body.template) && (hasFile(body) || namesFile(body))),
    { path: ['template'], error: 'cannot be combined with a file', when },
  ],
  [
    (body) => hasFile(body) || isPresent(body.template) || !namesFile(body),
    { path: ['type'], error: `must be one of ${FILE_TYPES.join(', ')} for a file`, when },
  ],
  ...(['is required', 'cannot be combined with media_id'] as const).map(
    (error): Rule => [
      (body) => !hasFile(body) || fileProblem(body) !== error,
      { path: ['media_url'], error, when },
    ],
  ),
];

const meeting = <Body extends z.ZodType<Messages>>(body: Body, rules: readonly Rule[]): Body =>
  rules.reduce((checked, [isMet, problem]) => checked.refine(isMet, problem), body);

/** Exactly one message. */
export const withMessage = <Body extends z.ZodType<Messages>>(body: Body): Body =>
  meeting(body, [NEEDS_MESSAGE, ...ONE_MESSAGE]);

/** A change may leave the message out. */
export const withoutTwo = <Body extends z.ZodType<Messages>>(body: Body): Body => meeting(body, ONE_MESSAGE);
