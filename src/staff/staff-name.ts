import { requiredString } from '../lib/text.ts';

/** Line breaks and changes of the direction of writing would let a name look like other text. */
const DISGUISE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Kinds of authors that the timeline has beside names. */
const RESERVED: ReadonlySet<string> = new Set(['customer', 'bot', 'phone', 'system', 'api']);

/** Who answers: a user, or a name that a program gives. */
export const staffName = () =>
  requiredString(100)
    .overwrite((text) => text.trim())
    .refine((text) => !DISGUISE.test(text), 'must not contain control characters');

/** Of a person who acts. */
export const personName = () =>
  staffName().refine((text) => !RESERVED.has(text.toLowerCase()), 'must be the name of a person');

/** One name has one spelling. */
export const userName = () => personName().overwrite((text) => text.normalize('NFC'));
