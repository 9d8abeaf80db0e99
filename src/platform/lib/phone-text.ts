/** Most numbers: their digits need no reading. */
const PLAIN = /^[+\d\s()-]*$/;
/** In UTF-16 units. A link to a chat can have a long text; reading a longer one would cost more than it is worth. */
const MAX_READ = 4_096;
/** Digits of a JID before its agent and device. Two repetitions of digits in a row would take quadratic time. */
const NETWORK_ADDRESS = /^\s*\+?(\d+)(?:[_.:][\d_.:]*)?@(?:s\.whatsapp\.net|c\.us)\s*$/i;
/** A link to a chat. Links to groups and profiles have letters instead. */
const CHAT_LINK = /(?:\bwa\.me\/|[?&]phone=)(?:%2B|[+\s])*([\d\s()-]*)/i;
const EXTENSION = /(?<=\d)[\s,;()]*(?:ext(?:ensio)?n?|x|#)[.=:\s]*\d{1,5}\s*\)?$/i;
/** A spreadsheet adds these to a number: digits in groups of three, and a fraction of zeros. */
const FRACTION =
  /^\+?(?:(\d+)[.,]0{1,2}|(\d{8,})[.,]0+|(\d{1,3}(?:([ .,'’])\d{3})(?:\4\d{3})+)(?!\4)[.,]0{1,2})$/;
/** Other fractions: as digits, they would make the number of another person. */
const DECIMAL = /^\+?\d{8,}[.,]\d{1,2}$/;
const EXPONENT = /^(\d+)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/** The digits of a number in any format, without those of an extension, of a fraction or of the rest of a link. */
export function digitsOf(text: string): string {
  return phoneText(text).replace(/\D/g, '');
}

/** A spreadsheet wrote only the first digits of the number, such as 6.28123E+12. */
export function isShortened(text: string): boolean {
  return text.length <= MAX_READ && EXPONENT.test(typed(text)) && phoneText(text) === '';
}

/**
 * The part of a text that has the digits of the number, with ASCII digits and without invisible marks. Empty for a
 * number that a spreadsheet shortened, and for one with a fraction.
 */
export function phoneText(text: string): string {
  if (text.length > MAX_READ || PLAIN.test(text)) return text;
  const number = typed(text);
  const [link, inLink] = CHAT_LINK.exec(number) ?? [];
  if (link !== undefined) return inLink ?? '';
  const address = NETWORK_ADDRESS.exec(number)?.[1];
  if (address !== undefined) return address;
  const exponent = EXPONENT.exec(number);
  if (exponent) return wholeNumber(exponent);
  const [, whole, long, grouped] = FRACTION.exec(number) ?? [];
  if (whole === undefined && long === undefined && DECIMAL.test(number)) return '';
  return whole ?? long ?? grouped ?? number.replace(EXTENSION, '');
}

/** With the characters that a keyboard has, and without the marks of a spreadsheet for text. */
function typed(text: string): string {
  const ascii = text
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  return ascii.replace(/^=?"([^"]*)"$/, '$1').replace(/^'/, '');
}

/** The digits of a script follow each other, and most scripts have no digit before their zero. */
function digitOf(digit: string): string {
  const ascii = digit.normalize('NFKC');
  if (/\d/.test(ascii)) return ascii;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Empty when digits are missing. */
function wholeNumber([, whole = '', fraction = '', exponent]: RegExpExecArray): string {
  const places = Number(exponent);
  const isWhole = fraction.length >= places && /^0*$/.test(fraction.slice(places));
  return isWhole ? whole + fraction.slice(0, places) : '';
}
