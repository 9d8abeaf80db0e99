import { FieldErrors } from './errors.ts';
import { MAX_ID } from './text.ts';

/** Contract: Limits, "Destination number". */
export const MIN_PHONE_DIGITS = 8;
/** Of a number in international form (E.164). */
export const MAX_PHONE_DIGITS = 15;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A user id (`US.1349...`, `US.ENT.1349...`) has no phone number. */
export function isScopedUserId(text: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]+$/.test(text.trim());
}

/** An address of the network that names no person by number: a group, a hidden number, a list or a channel. */
function isChatAddress(text: string): boolean {
  return /@(g\.us|lid|broadcast|newsletter)\s*$/i.test(text);
}

/** For `refine`. */
export const noChatAddress = [
  (text: string) => !isChatAddress(text),
  'must be a number, not the address of a chat',
] as const;

/** Null for a text that is no number. A leading 0 stands for `countryCode`. */
export function normalizePhone(text: string, countryCode: string): string | null {
  return problemOf(text, countryCode) === null ? internationalForm(digitsOf(text), countryCode) : null;
}

/** Throws FieldErrors. */
export function storablePhone(text: string, countryCode: string): string {
  const problem = problemOf(text, countryCode);
  if (problem !== null) throw new FieldErrors({ phone: [problem] });
  return internationalForm(digitsOf(text), countryCode);
}

/** Why a text is no number; null for a number. The digits are counted before the prefix rules and after them. */
export function problemOf(text: string, countryCode: string): string | null {
  if (isChatAddress(text)) return noChatAddress[1];
  const digits = isScopedUserId(text) ? '' : digitsOf(text);
  if (digits.length < MIN_PHONE_DIGITS) return `must have at least ${MIN_PHONE_DIGITS} digits`;
  const { length } = internationalForm(digits, countryCode);
  return length > MAX_PHONE_DIGITS ? `must have at most ${MAX_PHONE_DIGITS} digits` : null;
}

/** For rows from before the upper bound. Ids of providers and of visitors are longer than numbers. */
export function isTooLong(recipient: string): boolean {
  return recipient.length > (/^\d+$/.test(recipient) ? MAX_PHONE_DIGITS : MAX_ID);
}

/** A leading 00 is the international prefix; one leading 0 stands for `countryCode`. */
export function internationalForm(digits: string, countryCode: string): string {
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return countryCode + digits.slice(1);
  return digits;
}
