import { createRequire } from 'node:module';
import type * as Plans from 'libphonenumber-js/max';
import { spellingsOf } from './phone-spellings.ts';
import { digitsOf, phoneText } from './phone-text.ts';

export interface NumberAdvice {
  /** ISO 3166. Null without a country. */
  country: string | null;
  /** False also for what is probably another number. */
  plausible: boolean;
  /** For people. */
  hint: string | null;
  /** In the sender's country, if the country code seems missing. */
  local: { phone: string; country: string | null } | null;
}

export interface GivenNumber {
  text: string;
  /** In international form, without a plus. */
  phone: string;
  homePhone: string | null;
  /** For a sender without a number. */
  homeCode: string;
}

const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** Longer ones are checked by their first digits. */
const MAX_TEXT = 100;
const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

const require = createRequire(import.meta.url);

function parse(phone: string): Plans.PhoneNumber | undefined {
  const { parsePhoneNumberFromString } = require('libphonenumber-js/max') as typeof Plans;
  return parsePhoneNumberFromString(`+${phone}`);
}

/**
 * For digits with an ambiguous 0: `phone`, unless only the number without it is planned. `dialled`: country code and
 * number as written.
 */
export function numberMeant(phone: string, dialled = phone): string {
  if (findPlanned(phone)) return phone;
  const read = parse(dialled)?.number.slice(1) ?? '';
  const code = parse(phone)?.countryCallingCode ?? '';
  const without = code + phone.slice(code.length).replace(/^0/, '');
  return [read, without].find(findPlanned) ?? phone;
}

/** Also by another spelling. */
function findPlanned(phone: string): Plans.PhoneNumber | undefined {
  const numbers = spellingsOf(phone).map((spelling) => ({ spelling, number: parse(spelling) }));
  return numbers.find(({ spelling, number }) => isInPlan(number) && number.number === `+${spelling}`)?.number;
}

/** Advice only: the network has numbers that no plan has. */
export function advise(given: GivenNumber): NumberAdvice {
  const { text, phone } = given;
  const planned = findPlanned(phone);
  const number = planned ?? parse(phone);
  const country = number?.country ?? null;
  if (hasOtherDigits(text)) {
    const hint = `All digits of the text count as the number: ${phone}.`;
    return { country, plausible: false, hint, local: null };
  }
  const local = localNumber(given, planned);
  if (local) {
    const given = { phone: local.number.slice(1), country: local.country ?? null };
    return { country, local: given, ...localAdvice(phone, local, planned) };
  }
  const hint = planned ? null : unknownNumber(phone, number);
  return { country, plausible: planned !== undefined, hint, local: null };
}

const isInPlan = (number: Plans.PhoneNumber | undefined): number is Plans.PhoneNumber =>
  number?.isValid() === true;
const isMobile = (number: Plans.PhoneNumber) => MOBILE.has(number.getType());

function hasOtherDigits(text: string): boolean {
  return /\d[^\d]*[a-z#][^\d]*\d/i.test(phoneText(text.slice(0, MAX_TEXT)));
}

function localNumber(
  { text, phone, homePhone, homeCode }: GivenNumber,
  number: Plans.PhoneNumber | undefined,
): Plans.PhoneNumber | null {
  const code = (homePhone && parse(homePhone)?.countryCallingCode) || homeCode;
  if (phoneText(text).trim().startsWith('+') || digitsOf(text) !== phone) return null;
  const local = parse(code + phone);
  if (!isInPlan(local)) return null;
  if (!number) return isMobile(local) || !phone.startsWith(code) ? local : null;
  return isMobile(local) && number.countryCallingCode !== code ? local : null;
}

function localAdvice(phone: string, local: Plans.PhoneNumber, number: Plans.PhoneNumber | undefined) {
  const place = within(local.country);
  const hint = `${phone} looks like a local number${place} without its country code: ${local.number.slice(1)}.`;
  if (!number) return { plausible: false, hint };
  const both = `${hint} As it is, it is a number of +${number.countryCallingCode}${within(number.country)}.`;
  return { plausible: isMobile(number), hint: both };
}

function unknownNumber(phone: string, number: Plans.PhoneNumber | undefined): string {
  if (!number) return `No country code begins the number ${phone}.`;
  const plan = `+${number.countryCallingCode}${within(number.country)}`;
  return `${phone} does not fit the numbers of ${plan}. Check its digits.`;
}

function within(country: Plans.CountryCode | undefined): string {
  return country === undefined ? '' : ` (${COUNTRY_NAMES.of(country)})`;
}
