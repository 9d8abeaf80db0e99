import { z } from 'zod';

/** Number or business account; indexed. */
export const MAX_ACCOUNT_ID = 64;

/** Unreadable is missing: forms change without notice, and no message may be lost. */
export const lenient = <Value extends z.ZodType>(value: Value) => value.nullish().catch(null);

/** Times and phone numbers may be JSON numbers. */
export const textOrNumber = (maxLength: number) =>
  z.union([z.string().max(maxLength), z.number().transform((number) => String(number))]);

/** Error codes may be text. */
export const errorCode = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
