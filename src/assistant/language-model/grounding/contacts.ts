import { type Fact, plain, type Scan } from './fact.ts';
import { currencyAfter, isCurrencyBefore } from './units.ts';

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const SCHEME = /[a-z][a-z0-9+.-]*:\/\/[^\s<>"'()[\]{}|\uE000]+/gu;
/** Without a scheme. A missing blank after a sentence looks like a name too, which only costs the model's answer. */
const NAME =
  /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}-])(?:[/?#][^\s<>"'()[\]{}|\uE000]*)?/gu;
const HANDLE = /(?<![\p{L}\p{N}])@[\p{L}\p{N}._]{2,}/gu;

/** National numbers are the same with `0`, `62` and `+62`. */
const PHONE =
  /(?:\+|(?<![\d.,:])(?=\(?0\d|62[ -]?8))\(?\d+\)?(?:(?:[-.] ?|[ ](?=\(?\d{3}))\(?\d+\)?|\(\d+\))*/gu;
const IN_GROUPS = /(?<![\d.,:])\d{2,}(?:-\d{3,}){2,}(?![\d-])/gu;
const LONG = /(?<![\d.,:])\d{8,}(?![\d]|[.,]\d)/gu;
const MIN_DIGITS = 8;

export function takeAddresses(scan: Scan): void {
  scan.take(EMAIL, ({ text }) => [plain(text, `email:${text}`)]);
  scan.take(SCHEME, ({ text }) => [link(text)]);
  scan.take(NAME, ({ text }) => [link(text)]);
  scan.take(HANDLE, ({ text }) => [plain(text, `handle:${text.replace(/\.+$/, '')}`)]);
}

export function takePhones(scan: Scan): void {
  for (const pattern of [PHONE, IN_GROUPS, LONG]) {
    scan.take(pattern, ({ text, before, after }) => {
      if (isCurrencyBefore(before) || currencyAfter(after) !== null) return null;
      const digits = text.replace(/\D/g, '');
      return digits.length < MIN_DIGITS ? null : [plain(text, `digits:${nationalDigits(text, digits)}`)];
    });
  }
}

/** The scheme of the web is left out, because staff writes addresses without it. */
function link(written: string): Fact {
  const address = written.replace(/^https?:\/\//, '').replace(/[.,;:!?*_~]+$/, '');
  const [, name = '', path = ''] = /^(?:www\.)?([^/?#]*)(.*)$/s.exec(address) ?? [];
  const host = `link:${name}`;
  const whole = host + path.replace(/\/+$/, '');
  return { text: written, offers: [whole, host], accepts: [whole] };
}

function nationalDigits(text: string, digits: string): string {
  if (digits.startsWith('62') && digits.length > MIN_DIGITS + 1) return digits.slice(2).replace(/^0/, '');
  return text.startsWith('+') ? digits : digits.replace(/^0(?=\d)/, '');
}
