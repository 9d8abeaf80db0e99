import { requiredString } from '../../platform/lib/text.ts';

/** Line breaks and direction changes disguise a name. */
const DISGUISE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Hide differences between two names. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u;
/** Invisible joiners at the begin, the end and after these characters. */
const LOOSE_JOINER =
  /(?<![^\p{Script=Latin}\p{Nd}\p{P}\p{Z}\p{DI}])(?:\u200c|\u200d|\ufe0e|\ufe0f)|(?:\u200c|\u200d)$/u;

/** Kinds of authors in the timeline. */
const RESERVED: ReadonlySet<string> = new Set(['customer', 'bot', 'phone', 'system', 'api']);

/** A user, or a name that a program gives. */
export const staffName = () =>
  requiredString(100)
    .overwrite((text) => text.trim())
    .refine((text) => !DISGUISE.test(text), 'must not contain control characters');

/** Of a person who acts. */
export const personName = () =>
  staffName().refine((text) => !RESERVED.has(text.toLowerCase()), 'must be the name of a person');

/** One name has one spelling. */
export const userName = () =>
  personName()
    .refine(
      (text) => !INVISIBLE.test(text) && !LOOSE_JOINER.test(text),
      'must not contain invisible characters',
    )
    .overwrite((text) => text.normalize('NFC'));
