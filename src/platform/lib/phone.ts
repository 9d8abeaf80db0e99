import { FieldErrors } from './errors.ts';
import { numberMeant } from './numbering-plan.ts';
import { digitsOf, isShortened } from './phone-text.ts';
import { MAX_ID } from './text.ts';

export { digitsOf };

/** Contract: Limits, "Destination number". */
export const MIN_PHONE_DIGITS = 8;
export const MAX_PHONE_DIGITS = 15;

export const CALLING_CODES = [
  '[17]',
  '2[07]',
  '3[0-469]',
  '4[013-9]',
  '5[1-8]',
  '6[0-6]',
  '8[1246]',
  '9[0-58]',
  '(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\\d',
].join('|');
/** A 0 after the country code, or the 8 of some countries. */
const TRUNK_AFTER_CODE = new RegExp(
  `^(?:(?:${CALLING_CODES})0|78\\d{10}$|3708\\d{8}$|37580\\d{9}$|9938\\d{8}$)`,
);
/** A local number keeps its 0, or has more digits. */
const ODD_TRUNK = /^(?:36|39|54|22[59]|24[12]|378)$/;

/** A user id (`US.1349...`, `US.ENT.1349...`) has no phone number. */
export function isScopedUserId(text: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]+$/.test(text.trim());
}

/** A group, a hidden number, a list or a channel. */
function isChatAddress(text: string): boolean {
  return /@(g\.us|lid|broadcast|newsletter)[\s\p{Cf}]*$/iu.test(text);
}

/** For `refine`. */
export const noChatAddress = [
  (text: string) => !isChatAddress(text),
  'must be a number, not the address of a chat',
] as const;

export function normalizePhone(text: string, countryCode: string): string | null {
  return problemOf(text, countryCode) === null ? internationalForm(digitsOf(text), countryCode) : null;
}

/** Throws FieldErrors. */
export function storablePhone(text: string, countryCode: string): string {
  const problem = problemOf(text, countryCode);
  if (problem !== null) throw new FieldErrors({ phone: [problem] });
  return internationalForm(digitsOf(text), countryCode);
}

/** Digits are counted before and after the prefix rules. */
export function problemOf(text: string, countryCode: string): string | null {
  if (isChatAddress(text)) return noChatAddress[1];
  if (isShortened(text)) return 'was shortened by a spreadsheet: write all its digits';
  const digits = isScopedUserId(text) ? '' : digitsOf(text);
  if (digits.length < MIN_PHONE_DIGITS) return `must have at least ${MIN_PHONE_DIGITS} digits`;
  const { length } = internationalForm(digits, countryCode);
  return length > MAX_PHONE_DIGITS ? `must have at most ${MAX_PHONE_DIGITS} digits` : null;
}

/** For rows from before the upper bound. */
export function isTooLong(recipient: string): boolean {
  return recipient.length > (/^\d+$/.test(recipient) ? MAX_PHONE_DIGITS : MAX_ID);
}

/** 00 is the international prefix, 0 stands for `countryCode`. The numbering plan decides ambiguous cases. */
export function internationalForm(digits: string, countryCode: string): string {
  const isLocal = /^0(?!0)/.test(digits);
  const form = isLocal ? countryCode + digits.slice(1) : digits.replace(/^00/, '');
  if (isLocal && ODD_TRUNK.test(countryCode)) return numberMeant(form, countryCode + digits);
  return TRUNK_AFTER_CODE.test(form) ? numberMeant(form) : form;
}
