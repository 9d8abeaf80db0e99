import { z } from 'zod';
import { requiredString } from '../../platform/lib/text.ts';
import {
  buttonText,
  footer,
  header,
  MAX_HEADING,
  optional,
  sectionsOf,
  several,
} from '../engines/sent-kinds/fields.ts';

const MAX_DESCRIPTION = 72;

const Button = z.object({
  id: requiredString(256).describe(
    'Your id of the choice. Kurir sends equal ids unchanged, and the provider may refuse them.',
  ),
  title: buttonText.describe('Text of the button. You receive it when the customer taps the button.'),
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

const ListChoices = z.object({
  header,
  footer,
  button_text: buttonText.describe('Label of the button that opens the list.'),
  sections: sectionsOf({ rows: several(Row, 10) }),
});

/** Checked after the engine of the device is known. */
export const CHOICES = {
  button: z.object({ body: requiredString(1024), interactive: ButtonChoices }),
  list: z.object({ body: requiredString(4096), interactive: ListChoices }),
} as const;
