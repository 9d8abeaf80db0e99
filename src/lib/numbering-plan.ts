import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { spellingsOf } from './phone-spellings.ts';

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

export interface NumberingPlan {
  advise(given: GivenNumber): NumberAdvice;
}

type Parse = (text: string) => PhoneNumber | undefined;

const MOBILE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
/** Longer ones are checked by their first digits. */
const MAX_TEXT = 100;
const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** Advice only: plans change, and the network has numbers that no plan has. */
export async function openNumberingPlan(): Promise<NumberingPlan> {
  // The metadata of all plans. Most processes never need it.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parse: Parse = (phone) => parsePhoneNumberFromString(`+${phone}`);
  return { advise: (given) => advise(parse, given) };
}

function advise(parse: Parse, given: GivenNumber): NumberAdvice {
  const { text, phone } = given;
  const number = spellingsOf(phone).map(parse).find(isInPlan) ?? parse(phone);
  const isValid = isInPlan(number);
  const country = number?.country ?? null;
  if (hasExtension(text)) {
    const hint = `All digits of the text count as the number: ${phone}.`;
    return { country, plausible: false, hint, local: null };
  }
  const local = localNumber(parse, given, number);
  if (local) {
    const given = { phone: local.number.slice(1), country: local.country ?? null };
    return { country, local: given, ...localAdvice(phone, local, number) };
  }
  const hint = isValid ? null : unknownNumber(phone, number);
  return { country, plausible: isValid, hint, local: null };
}

const isInPlan = (number: PhoneNumber | undefined): number is PhoneNumber => number?.isValid() === true;
const isMobile = (number: PhoneNumber) => MOBILE.has(number.getType());

/** `ext 12`, or the device of a network address (`628...:12@s.whatsapp.net`). */
function hasExtension(text: string): boolean {
  const start = text.slice(0, MAX_TEXT);
  return /\d[^\d]*[a-z#][^\d]*\d/i.test(start) || /:\d+@/.test(start);
}

/** The same digits as a number of the sender's country, if they look like one without its country code. */
function localNumber(
  parse: Parse,
  { text, phone, homePhone, homeCode }: GivenNumber,
  number: PhoneNumber | undefined,
): PhoneNumber | null {
  const code = (homePhone && parse(homePhone)?.countryCallingCode) || homeCode;
  // A 0 has become the country code already.
  if (text.replace(/\D/g, '') !== phone) return null;
  const local = parse(code + phone);
  if (!isInPlan(local)) return null;
  if (!isInPlan(number)) return isMobile(local) || !phone.startsWith(code) ? local : null;
  const isChosen = text.trim().startsWith('+') || number.countryCallingCode === code;
  return isMobile(local) && !isChosen ? local : null;
}

function localAdvice(phone: string, local: PhoneNumber, number: PhoneNumber | undefined) {
  const place = within(local.country);
  const hint = `${phone} looks like a local number${place} without its country code: ${local.number.slice(1)}.`;
  if (!isInPlan(number)) return { plausible: false, hint };
  const both = `${hint} As it is, it is a number of +${number.countryCallingCode}${within(number.country)}.`;
  return { plausible: isMobile(number), hint: both };
}

function unknownNumber(phone: string, number: PhoneNumber | undefined): string {
  if (!number) return `No country code begins the number ${phone}.`;
  const plan = `+${number.countryCallingCode}${within(number.country)}`;
  return `${phone} does not fit the numbers of ${plan}. Check its digits.`;
}

function within(country: CountryCode | undefined): string {
  return country === undefined ? '' : ` (${COUNTRY_NAMES.of(country)})`;
}
