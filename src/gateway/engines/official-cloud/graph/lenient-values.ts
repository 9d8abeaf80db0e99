import { z } from 'zod';

/** Of a number or a business account. An index has it. */
export const MAX_ACCOUNT_ID = 64;

/** Unreadable counts as missing: the provider changes forms without notice, and no message may be lost. */
export const lenient = <Value extends z.ZodType>(value: Value) => value.nullish().catch(null);

/** The provider sends some times and phone numbers as JSON numbers. */
export const textOrNumber = (maxLength: number) =>
  z.union([z.string().max(maxLength), z.number().transform((number) => String(number))]);

/** The provider sends some error codes as text. */
export const errorCode = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
