import { z } from 'zod';
import { apiString, requiredString } from '../lib/text.ts';

export const MAX_NAME = 512;
export const MAX_LANGUAGE = 35;
const MAX_VARIABLES = 100;

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
        examples: [{ 'header.1': 'INV-7', '1': 'Ani', '2': 'INV-7', 'button.0': 'inv-7' }],
      }),
  })
  .meta({ id: 'MessageTemplate' });
export type TemplateInput = z.infer<typeof TemplateInput>;
