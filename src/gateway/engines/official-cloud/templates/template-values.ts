import { z } from 'zod';
import { toStorable } from '../../../../platform/lib/text.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';

const text = () => z.string().transform(toStorable);

export const nameText = text().pipe(z.string().min(1).max(512));
export const languageText = text().pipe(z.string().min(1).max(35));

/** A word in capitals, such as a status. */
export const word = z
  .string()
  .max(64)
  .transform((value) => toStorable(value.toLowerCase()));

export const Button = z.object({
  type: z.string(),
  text: lenient(text()),
  url: lenient(text()),
  phone_number: lenient(text()),
  flow_id: lenient(textOrNumber(64)),
  flow_action: lenient(word),
  navigate_screen: lenient(text()),
  example: z.unknown().optional(),
});
export const Component = z.object({
  type: z.string(),
  format: lenient(z.string()),
  text: lenient(text()),
  buttons: lenient(z.array(Button)),
  example: z.unknown().optional(),
});
export type Component = z.infer<typeof Component>;
export type Button = z.infer<typeof Button>;
