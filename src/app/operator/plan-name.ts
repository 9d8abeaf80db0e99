import { z } from 'zod';
import { FieldErrors } from '../../platform/lib/errors.ts';

const RULE = 'must have lower-case letters, digits, - and _, at most 40';

export const planName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, RULE)
  .meta({ description: 'Name of a plan.', examples: ['pro'] });

/** The name in a path. FieldErrors. */
export function planNameOf(text: string): string {
  if (!planName.safeParse(text).success) throw new FieldErrors({ name: [RULE] });
  return text;
}
