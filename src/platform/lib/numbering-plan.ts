import { createRequire } from 'node:module';
import type * as Plans from 'libphonenumber-js/max';
import { spellingsOf } from './phone-spellings.ts';
import { digitsOf, phoneText } from './phone-text.ts';

export interface NumberAdvice {
  /** ISO 3166, such as ID. Null without a country. */
  country: string | null;
  /** False: no numbering plan has the number, or the text is probably another number. */
  plausible: boolean;
  /** For people. */
  hint: string | null;
  /** The same digits as a number of the sender's country, if the text looks like one without its country code. */
  local: { phone: string; country: string | null } | null;
}

export interface GivenNumber {
  text: string;
  /** The text in international form, without a plus. */
  phone: string;
  /** The number of the sender; its country decides what is local. */
  homePhone: string | null;
  /** Country code for a sender without a number. */
  homeCode: string;
}

const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** Longer ones are checked by their first digits. */
const MAX_TEXT = 100;
const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

const require = createRequire(import.meta.url);

/** The metadata of all plans is loaded by the first call: most processes never need it. */
function parse(phone: string): Plans.PhoneNumber | undefined {
  // A required module has no types.
  const { parsePhoneNumberFromString } = require('libphonenumber-js/max') as typeof Plans;
  return parsePhoneNumberFromString(`+${phone}`);
}

/**
 * The number for digits whose 0 is ambiguous: `phone`, unless no plan has it but a plan has the number without this 0.
 * `dialled`: the country code and the local number as it was written, if that is something else.
 */
export function numberMeant(phone: string, dialled = phone): string {
  if (findPlanned(phone)) return phone;
  const read = parse(dialled)?.number.slice(1) ?? '';
  const code = parse(phone)?.countryCallingCode ?? '';
  const without = code + phone.slice(code.length).replace(/^0/, '');
  return [read, without].find(findPlanned) ?? phone;
}

/** The number if a plan has exactly these digits, or those of another spelling of them. */
function findPlanned(phone: string): Plans.PhoneNumber | undefined {
  const numbers = spellingsOf(phone).map((spelling) => ({ spelling, number: parse(spelling) }));
  return numbers.find(({ spelling, number }) => isInPlan(number) && number.number === `+${spelling}`)?.number;
}

/** Advice only: plans change, and the network has numbers that no plan has. */
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

/** Letters between digits: not all of them may belong to the number. */
function hasOtherDigits(text: string): boolean {
  return /\d[^\d]*[a-z#][^\d]*\d/i.test(phoneText(text.slice(0, MAX_TEXT)));
}

/** The same digits as a number of the sender's country, if they look like one without its country code. */
function localNumber(
  { text, phone, homePhone, homeCode }: GivenNumber,
  number: Plans.PhoneNumber | undefined,
): Plans.PhoneNumber | null {
  const code = (homePhone && parse(homePhone)?.countryCallingCode) || homeCode;
  // A plus has the country code behind it, and a 0 has become the country code already.
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
