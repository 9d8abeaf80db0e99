import { z } from 'zod';
import { ENGINE_KINDS, KIND_NAMES } from '../engines/kinds.ts';
import type { ApiError, FieldErrors } from '../lib/errors.ts';
import { MEDIA_TYPES } from '../lib/media/formats.ts';
import { apiString, atMost } from '../lib/text.ts';
import { MAX_URL, webUrl } from '../lib/web-url.ts';
import type { ComposedTemplate } from '../templates/fill.ts';
import { TemplateInput } from '../templates/template-input.ts';
import { CHOICES } from './interactive.ts';

/** Of all engines; the contract names no limit. */
const MAX_TEXT = Math.max(...KIND_NAMES.map((engine) => ENGINE_KINDS[engine].maxText));
/** The limit of the provider. */
const MAX_CAPTION = 1_024;

const unusedUrl = apiString().nullish().meta({ description: 'Not used by this type.' });

const text = {
  type: z.literal('text').default('text'),
  body: apiString()
    .refine(...atMost(MAX_TEXT))
    .refine((body) => body.trim() !== '', 'is required')
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
};

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
  media_url: webUrl().meta({
    description: `URL of the file: http or https, at most ${MAX_URL} characters, without user name and password.`,
    examples: ['https://example.com/katalog.pdf'],
  }),
};

/** Checked by `CHOICES`, after the engine of the device is known. */
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

/** The fields of a message beside its address. Keys that the type does not use are ignored. */
export const CONTENT = { text, media, button: choices('button'), list: choices('list'), template } as const;

/** What JSON Schema has to name beside the fields of the address. */
export const REQUIRED_FOR_CHOICES = ['type', 'body', 'interactive'];

type Parsed<Shape extends z.core.$ZodLooseShape> = z.infer<z.ZodObject<Shape>>;
export type Content =
  | Parsed<typeof CONTENT.template>
  | Parsed<typeof CONTENT.text>
  | Parsed<typeof CONTENT.media>
  | Parsed<typeof CONTENT.button>
  | Parsed<typeof CONTENT.list>;

/** What a message has of its template, or the problem that its caller gets after those of account and device. */
export type CheckedTemplate = ComposedTemplate | ApiError | FieldErrors;

export type CheckedContent =
  | Exclude<Content, { type: 'template' }>
  | { type: 'template'; template: CheckedTemplate };
