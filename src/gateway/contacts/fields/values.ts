import { z } from 'zod';
import { apiString, atMost } from '../../../platform/lib/text.ts';

/** Of an account. */
export const MAX_OWN_FIELDS = 50;
export const MAX_FIELD_NAME = 40;
/** Pattern. */
export const FIELD_NAME = `[a-z][a-z0-9_]{0,${MAX_FIELD_NAME - 1}}`;
/** Of a text. */
export const MAX_VALUE = 500;
/** Larger numbers lose digits. */
export const MAX_NUMBER = 1e15;

/** Which type a value has to be of, its field says. */
export const givenValue = z.union([apiString().refine(...atMost(MAX_VALUE)), z.number(), z.boolean()]);

/** By the names of fields. */
export type GivenValues = Record<string, string | number | boolean | null>;
/** As stored: by the ids of fields. */
export type Values = Record<string, string | number | boolean | null>;

/** What has own fields. Both kinds are in one table, and no two fields of an account have one name. */
export type FieldTarget = 'contact' | 'conversation';

/** Of the body of a contact. */
export const givenValues = z
  .record(z.string().max(MAX_FIELD_NAME), givenValue.nullable())
  .refine(
    (values) => Object.keys(values).length <= MAX_OWN_FIELDS,
    `must have at most ${MAX_OWN_FIELDS} fields`,
  )
  .nullish()
  .meta({
    description:
      'Own fields by their names, as `GET /v1/contact-fields` lists them: a text of at most ' +
      `${MAX_VALUE} characters, a number, a date such as \`2025-11-21\`, true or false, or a choice. Null takes a ` +
      'value away; other fields stay.',
    examples: [{ level: 'emas', poin: 120 }],
  });

/** Of a contact or a conversation in an answer. */
export const storedValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({
  description: 'Own fields with a value, by their names.',
  examples: [{ level: 'emas', poin: 120 }],
});
export type StoredValues = z.infer<typeof storedValues>;
