import { FieldErrors } from './errors.ts';

/** Counted before the prefix rules (contract: Limits, "Destination number"). */
const MIN_PHONE_DIGITS = 8;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** A user id (`US.1349...`, `US.ENT.1349...`) has no phone number. */
export function isScopedUserId(text: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]+$/.test(text.trim());
}

/** Null below 8 digits. A leading 00 is the international prefix; one leading 0 stands for `countryCode`. */
export function normalizePhone(text: string, countryCode: string): string | null {
  if (isScopedUserId(text)) return null;
  const digits = digitsOf(text);
  if (digits.length < MIN_PHONE_DIGITS) return null;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return countryCode + digits.slice(1);
  return digits;
}

/** Keeps values small enough for an index. */
export const MAX_PHONE_DIGITS = 255;

/** Throws FieldErrors. */
export function storablePhone(text: string, countryCode: string): string {
  const phone = normalizePhone(text, countryCode);
  if (phone === null) throw new FieldErrors({ phone: [`must have at least ${MIN_PHONE_DIGITS} digits`] });
  if (phone.length > MAX_PHONE_DIGITS) {
    throw new FieldErrors({ phone: [`must have at most ${MAX_PHONE_DIGITS} digits`] });
  }
  return phone;
}
