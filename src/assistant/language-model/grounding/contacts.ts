import { type Fact, plain, type Scan } from './fact.ts';
import { currencyAfter, isCurrencyBefore } from './units.ts';

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const SCHEME = /[a-z][a-z0-9+.-]*:\/\/[^\s<>"'()[\]{}|\uE000]+/gu;
/** A missing blank after a sentence looks like a name too, which costs only this answer. */
const NAME =
  /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}-])(?:[/?#][^\s<>"'()[\]{}|\uE000]*)?/gu;
const HANDLE = /(?<![\p{L}\p{N}])@[\p{L}\p{N}._]{2,}/gu;

const IN_GROUPS = /(?<![\d.,:])\d{2,}(?:-\d{3,}){2,}(?![\d-])/gu;
const LONG = /(?<![\d.,:])\d{8,}(?![\d]|[.,]\d)/gu;
const MIN_DIGITS = 8;

export function takeAddresses(scan: Scan): void {
  scan.take(EMAIL, ({ text }) => [plain(text, `email:${text}`)]);
  scan.take(SCHEME, ({ text }) => [link(text)]);
  scan.take(NAME, ({ text }) => [link(text)]);
  scan.take(HANDLE, ({ text }) => [plain(text, `handle:${text.replace(/\.+$/, '')}`)]);
}

/** `0`, the country code and `+` mean the same. */
export function takePhones(scan: Scan, countryCode: string): void {
  for (const pattern of [phoneOf(countryCode), IN_GROUPS, LONG]) {
    scan.take(pattern, ({ text, before, after }) => {
      if (isCurrencyBefore(before) || currencyAfter(after, scan.mix) !== null) return null;
      const digits = text.replace(/\D/g, '');
      if (digits.length < MIN_DIGITS) return null;
      return [plain(text, `digits:${nationalDigits(text, digits, countryCode)}`)];
    });
  }
}

const phoneOf = (countryCode: string): RegExp =>
  new RegExp(
    `(?:\\+|(?<![\\d.,:])(?=\\(?0\\d|${countryCode}[ -]?[1-9]))(?:${countryCode}[ -])?` +
      '\\(?\\d+\\)?(?:(?:[-.] ?|[ ](?=\\(?\\d{3}))\\(?\\d+\\)?|\\(\\d+\\))*',
    'gu',
  );

/** Without the scheme: staff leaves it out. */
function link(written: string): Fact {
  const address = written.replace(/^https?:\/\//, '').replace(/[.,;:!?*_~]+$/, '');
  const [, name = '', path = ''] = /^(?:www\.)?([^/?#]*)(.*)$/s.exec(address) ?? [];
  const host = `link:${name}`;
  const whole = host + path.replace(/\/+$/, '');
  return { text: written, offers: [whole, host], accepts: [whole] };
}

function nationalDigits(text: string, digits: string, countryCode: string): string {
  if (digits.startsWith(countryCode) && digits.length > MIN_DIGITS + 1) {
    return digits.slice(countryCode.length).replace(/^0/, '');
  }
  return text.startsWith('+') ? digits : digits.replace(/^0(?=\d)/, '');
}
