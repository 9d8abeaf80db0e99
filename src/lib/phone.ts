import { FieldErrors } from './errors.ts';

/** Fewest digits of a number, counted before the prefix rules (contract: Limits, "Destination number"). */
const MIN_PHONE_DIGITS = 8;

/** The digits of a number as typed; anything else is punctuation. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether a text is a provider's id of somebody who shows no number (`US.1349...`, `US.ENT.1349...`), whose digits are nobody's number. */
export function isScopedUserId(text: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]+$/.test(text.trim());
}

/**
 * A typed number in international form, digits only, or null when it has fewer than 8 digits. A leading 00 is an international
 * prefix; one leading 0 stands for the account's country code. Business-scoped user ids are no numbers.
 */
export function normalizePhone(text: string, countryCode: string): string | null {
  if (isScopedUserId(text)) return null;
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

/**
 * Mobile numbers that stand in two spellings, with a digit and without it, because the country has changed its mind: what is before the digit,
 * the digit, what follows. A network knows a person by the one that was in force when they joined it, whichever is dialled.
 */
const OPTIONAL_DIGITS = [
  // Brazil. After the ninth digit, what never stood without it is left out: there it would be a landline.
  ['55\\d{2}', '9', '[6-9]\\d{7}'],
  // Mexico.
  ['52', '1', '\\d{10}'],
  // Argentina.
  ['54', '9', '\\d{10}'],
] as const;

const TWO_SPELLINGS = OPTIONAL_DIGITS.map(([before, digit, after]) => ({
  pattern: new RegExp(`^(${before})${digit}?(${after})$`),
  digit,
}));

/** A pattern, for PostgreSQL, of the numbers that have more than one spelling. */
export const RESPELLED = `^(?:${OPTIONAL_DIGITS.map(([before, digit, after]) => `${before}${digit}?${after}`).join('|')})$`;

/**
 * All digit strings that mean the person whom this one means, in the same order for each of them: the first can stand for the person. What is no
 * number is its only spelling.
 */
export function spellingsOf(phone: string): readonly [string, ...string[]] {
  for (const { pattern, digit } of TWO_SPELLINGS) {
    const [, before, after] = pattern.exec(phone) ?? [];
    if (before !== undefined && after !== undefined) return [before + after, before + digit + after];
  }
  return [phone];
}
