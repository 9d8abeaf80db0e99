import { z } from 'zod';
import { requiredString } from '../../platform/lib/text.ts';
import { MAX_TEXT } from '../engines/kinds.ts';
import {
  buttonText,
  footer,
  header,
  MAX_ABOVE_BUTTONS,
  MAX_BUTTON_TEXT,
  MAX_HEADING,
  optional,
  sectionsOf,
  several,
} from '../engines/sent-kinds/fields.ts';

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
