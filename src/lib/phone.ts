import { FieldErrors } from './errors.ts';

/** Fewest digits of a number, counted before the prefix rules (contract: Limits, "Destination number"). */
const MIN_PHONE_DIGITS = 8;

/** The digits of a number as typed; anything else is punctuation. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * A typed number in international form, digits only, or null when it has fewer than 8 digits. A leading 00 is an international
 * prefix; one leading 0 stands for the account's country code. Business-scoped user ids (`ID.1a2b`) are no numbers.
 */
export function normalizePhone(text: string, countryCode: string): string | null {
  if (/^[A-Z]{2}\.[A-Za-z0-9]+$/.test(text)) return null;
  const digits = digitsOf(text);
  if (digits.length < MIN_PHONE_DIGITS) return null;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return countryCode + digits.slice(1);
  return digits;
}

/** Nobody's number has so many digits; an index entry does not hold any length. */
export const MAX_PHONE_DIGITS = 255;

/** The same for a number that is to be stored, from the field `phone` of a body. Throws FieldErrors for what is no number. */
export function storablePhone(text: string, countryCode: string): string {
  const phone = normalizePhone(text, countryCode);
  if (phone === null) throw new FieldErrors({ phone: [`must have at least ${MIN_PHONE_DIGITS} digits`] });
  if (phone.length > MAX_PHONE_DIGITS) {
    throw new FieldErrors({ phone: [`must have at most ${MAX_PHONE_DIGITS} digits`] });
  }
  return phone;
}
