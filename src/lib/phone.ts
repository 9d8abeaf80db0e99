import { FieldErrors } from './errors.ts';
import { MAX_ID } from './text.ts';

/** Counted before the prefix rules (contract: Limits, "Destination number"). */
const MIN_PHONE_DIGITS = 8;
/** Of a number in international form (E.164). Counted after the prefix rules. */
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

/** Null for a text that is no number: an address of a chat, below 8 digits, or above 15 after the prefix rules. */
export function normalizePhone(text: string, countryCode: string): string | null {
  const phone = internationalForm(text, countryCode);
  return phone === null || phone.length > MAX_PHONE_DIGITS ? null : phone;
}

/** Throws FieldErrors. */
export function storablePhone(text: string, countryCode: string): string {
  if (isChatAddress(text)) throw new FieldErrors({ phone: [noChatAddress[1]] });
  const phone = internationalForm(text, countryCode);
  if (phone === null) throw new FieldErrors({ phone: [`must have at least ${MIN_PHONE_DIGITS} digits`] });
  if (phone.length > MAX_PHONE_DIGITS) {
    throw new FieldErrors({ phone: [`must have at most ${MAX_PHONE_DIGITS} digits`] });
  }
  return phone;
}

/** For rows from before the upper bound. */
export function isTooLong(recipient: string): boolean {
  return recipient.length > (isScopedUserId(recipient) ? MAX_ID : MAX_PHONE_DIGITS);
}

/** Null below 8 digits. A leading 00 is the international prefix; one leading 0 stands for `countryCode`. */
function internationalForm(text: string, countryCode: string): string | null {
  if (isScopedUserId(text) || isChatAddress(text)) return null;
  const digits = digitsOf(text);
  if (digits.length < MIN_PHONE_DIGITS) return null;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return countryCode + digits.slice(1);
  return digits;
}
