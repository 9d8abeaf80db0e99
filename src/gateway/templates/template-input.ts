import { z } from 'zod';
import { uploadIn } from '../../platform/lib/media/upload-url.ts';
import { apiString, requiredString } from '../../platform/lib/text.ts';
import { webUrl } from '../../platform/lib/web-url.ts';
import type { OutboundTemplate, TemplateValue } from '../engines/engine.ts';
import { mediaId } from '../engines/sent-kinds/fields.ts';
import { keyOf } from './variables.ts';

export const MAX_NAME = 512;
export const MAX_LANGUAGE = 35;
const MAX_VARIABLES = 100;
const MAX_BUTTONS = 10;

const VALUES = { 'header.1': 'INV-7', '1': 'Ani', '2': 'INV-7', 'button.0': 'inv-7' };

/** The template of a message. */
export const TemplateInput = z
  .object({
    name: requiredString(MAX_NAME).meta({
      description: 'Name of an approved template of the device.',
      examples: ['pesanan_dikirim'],
    }),
    language: requiredString(MAX_LANGUAGE).meta({
      description: 'Language of the template, as the list shows it.',
      examples: ['id'],
    }),
    variables: z
      .union([
        z.array(apiString()).max(MAX_VARIABLES),
        z
          .record(z.string().max(MAX_NAME), apiString())
          .refine((values) => Object.keys(values).length <= MAX_VARIABLES, {
            error: `must have at most ${MAX_VARIABLES} items`,
          }),
      ])
      .optional()
      .meta({
        description:
          'A value for each `key` of the `variables` that the list shows. A list of texts fills `1`, `2` and so on.',
        examples: [VALUES],
      }),
    header_media_url: webUrl().nullish().describe('URL of the file of the header, beside a list of texts.'),
    header_media_id: mediaId.describe(
      'The `id` of an uploaded file of the header, in place of its URL: POST /v1/media.',
    ),
    buttons: z
      .array(apiString())
      .max(MAX_BUTTONS)
      .nullish()
      .meta({
        description:
          'A value for each button that needs one, in their order, beside a list of texts: the end of its URL, or ' +
          'the code that it copies.',
        examples: [['inv-7']],
      }),
  })
  .refine(({ header_media_url, header_media_id }) => !header_media_url || !header_media_id, {
    path: ['header_media_url'],
    error: 'cannot be combined with header_media_id',
  })
  .meta({ id: 'MessageTemplate' });
export type TemplateInput = z.infer<typeof TemplateInput>;

/** As a message can give it again. */
export const SentTemplate = z
  .object({
    name: z.string().meta({ examples: ['pesanan_dikirim'] }),
    language: z.string().meta({ examples: ['id'] }),
    variables: z.record(z.string(), z.string()).meta({
      description: 'The values by their keys, also those of `header_media_url` and `buttons`.',
      examples: [VALUES],
    }),
    header_media_id: z
      .uuid()
      .optional()
      .meta({ description: 'The uploaded file of the header, if it has one.' }),
  })
  .meta({ id: 'SentTemplate', description: 'Only on a message of a template.' });
export type SentTemplate = z.infer<typeof SentTemplate>;

/** What a stored template was made of. */
export function sentTemplate({ name, language, variables }: OutboundTemplate): SentTemplate {
  const positions = { header: 0, body: 0 };
  const keyOfValue = (value: TemplateValue): string => {
    if (value.part === 'button') return `button.${value.index}`;
    if (value.kind !== 'text') return `header.${value.kind}`;
    positions[value.part] += 1;
    return keyOf(value.part, value.name ?? String(positions[value.part]));
  };
  const values = variables
    .map((value) => [keyOfValue(value), value.value] as const)
    .filter(([, value]) => value !== '');
  return { name, language, ...shownValues(values) };
}

/** Values by their keys. An uploaded file of the header has its own field. */
export function shownValues(
  values: readonly (readonly [key: string, value: string])[],
): Pick<SentTemplate, 'variables' | 'header_media_id'> {
  const upload = values.map(([, value]) => uploadIn(value)).find((place) => place !== null);
  const others = values.filter(([, value]) => uploadIn(value) === null);
  return { variables: Object.fromEntries(others), ...(upload && { header_media_id: upload.id }) };
}
