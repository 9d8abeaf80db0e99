import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';

// Limits of the contract, or else of the provider.
const MAX_HEADER = 60;
const MAX_FOOTER = 60;
export const MAX_BUTTON_TEXT = 20;
export const MAX_ABOVE_BUTTONS = 1_024;
const MAX_ID = 100;
const MAX_SECTIONS = 10;
export const MAX_HEADING = 24;

/** Null and blank count as absent: the provider refuses empty parts. */
export const optional = (max: number) =>
  apiString()
    .refine(...atMost(max))
    .nullish()
    .transform((text) => (text === null || text?.trim() === '' ? undefined : text))
    .meta({ maxLength: max });

export const several = <Item extends z.ZodType>(item: Item, max: number) =>
  list(item, { max, empty: 'must not be empty' });

export const header = optional(MAX_HEADER).describe(
  `Short line above the text, at most ${MAX_HEADER} characters.`,
);
export const requiredHeader = requiredString(MAX_HEADER).meta({
  description: 'Short line above the text.',
  examples: ['Katalog'],
});
export const footer = optional(MAX_FOOTER).describe(
  `Short line below the text, at most ${MAX_FOOTER} characters.`,
);

export const buttonText = requiredString(MAX_BUTTON_TEXT);

/** Several sections need headings. */
export const sectionsOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  several(
    z.object({
      title: optional(MAX_HEADING).describe(
        `Heading, at most ${MAX_HEADING} characters. Required with more than one section.`,
      ),
      ...fields,
    }),
    MAX_SECTIONS,
  ).superRefine((sections, check) => {
    if (sections.length < 2) return;
    for (const [n, section] of sections.entries()) {
      if ((section as { title?: string }).title === undefined)
        check.addIssue({ code: 'custom', path: [n, 'title'], message: TITLE_REQUIRED });
    }
  });

const TITLE_REQUIRED = 'is required when there is more than one section';

export const bodyAbove = requiredString(MAX_ABOVE_BUTTONS);
export const optionalBodyAbove = optional(MAX_ABOVE_BUTTONS);

export const providerId = (example: string, description: string) =>
  requiredString(MAX_ID).meta({ description, examples: [example] });

/** A file that the account has uploaded. */
export const mediaId = z
  .uuid()
  .toLowerCase()
  .nullish()
  .meta({
    description: 'The `id` of an uploaded file, in place of `media_url`: POST /v1/media.',
    examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
  });
