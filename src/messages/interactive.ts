import { z } from 'zod';
import { list } from '../lib/list.ts';
import { apiString, atMost, requiredString } from '../lib/text.ts';

// Limits of the contract, or else of the provider.
const MAX_HEADER = 60;
const MAX_FOOTER = 60;
const MAX_BUTTON_TEXT = 20;
const MAX_HEADING = 24;
const MAX_DESCRIPTION = 72;

/** Null and blank count as absent: the provider refuses empty parts. */
const optional = (max: number) =>
  apiString()
    .refine(...atMost(max))
    .nullish()
    .transform((text) => (text === null || text?.trim() === '' ? undefined : text))
    .meta({ maxLength: max });

const several = <Item extends z.ZodType>(item: Item, max: number) =>
  list(item, { max, empty: 'must not be empty' });

const header = optional(MAX_HEADER).describe(`Short line above the text, at most ${MAX_HEADER} characters.`);
const footer = optional(MAX_FOOTER).describe(`Short line below the text, at most ${MAX_FOOTER} characters.`);

const Button = z.object({
  id: requiredString(256).describe(
    'Your id of the choice. Kurir sends equal ids unchanged, and the provider may refuse them.',
  ),
  title: requiredString(MAX_BUTTON_TEXT).describe(
    'Text of the button. You receive it when the customer taps the button.',
  ),
});

const ButtonChoices = z.object({
  header,
  footer,
  buttons: several(Button, 3),
});

const Row = z.object({
  id: requiredString(200).describe(
    'Your id of the choice. Kurir sends equal ids unchanged, and the provider may refuse them.',
  ),
  title: requiredString(MAX_HEADING).describe(
    'Text of the row. You receive it when the customer taps the row.',
  ),
  description: optional(MAX_DESCRIPTION).describe(
    `Line below the title, at most ${MAX_DESCRIPTION} characters.`,
  ),
});

const Section = z.object({
  title: optional(MAX_HEADING).describe(
    `Heading, at most ${MAX_HEADING} characters. Required with more than one section.`,
  ),
  rows: several(Row, 10),
});

const ListChoices = z.object({
  header,
  footer,
  button_text: requiredString(MAX_BUTTON_TEXT).describe('Label of the button that opens the list.'),
  sections: several(Section, 10).superRefine((sections, check) => {
    if (sections.length < 2) return;
    for (const [n, { title }] of sections.entries()) {
      if (title === undefined)
        check.addIssue({ code: 'custom', path: [n, 'title'], message: TITLE_REQUIRED });
    }
  }),
});

const TITLE_REQUIRED = 'is required when there is more than one section';

/** Checked after the engine of the device is known. */
export const CHOICES = {
  button: z.object({ body: requiredString(1024), interactive: ButtonChoices }),
  list: z.object({ body: requiredString(4096), interactive: ListChoices }),
} as const;
