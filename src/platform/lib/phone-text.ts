const PLAIN = /^[+\d\s()-]*$/;
/** In UTF-16 units, for long links to chats. */
const MAX_READ = 4_096;
/** Two repetitions of digits in a row would take quadratic time. */
const NETWORK_ADDRESS = /^\s*\+?(\d+)(?:[_.:][\d_.:]*)?@(?:s\.whatsapp\.net|c\.us)\s*$/i;
const CHAT_LINK = /(?:\bwa\.me\/|[?&]phone=)(?:%2B|[+\s])*([\d\s()-]*)/i;
const EXTENSION = /(?<=\d)[\s,;()]*(?:ext(?:ensio)?n?|x|#)[.=:\s]*\d{1,5}\s*\)?$/i;
/** A spreadsheet adds groups of three digits, and a fraction of zeros. */
const FRACTION =
  /^\+?(?:(\d+)[.,]0{1,2}|(\d{8,})[.,]0+|(\d{1,3}(?:([ .,'’])\d{3})(?:\4\d{3})+)(?!\4)[.,]0{1,2})$/;
/** As digits, other fractions would make the number of another person. */
const DECIMAL = /^\+?\d{8,}[.,]\d{1,2}$/;
const EXPONENT = /^(\d+)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/** Without extensions, fractions and the rest of a link. */
export function digitsOf(text: string): string {
  return phoneText(text).replace(/\D/g, '');
}

export function isShortened(text: string): boolean {
  return text.length <= MAX_READ && EXPONENT.test(typed(text)) && phoneText(text) === '';
}

/** In ASCII. Empty for numbers that a spreadsheet shortened, and for fractions. */
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

/** With keyboard characters. */
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

function digitOf(digit: string): string {
  const ascii = digit.normalize('NFKC');
  if (/\d/.test(ascii)) return ascii;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

function wholeNumber([, whole = '', fraction = '', exponent]: RegExpExecArray): string {
  const places = Number(exponent);
  const isWhole = fraction.length >= places && /^0*$/.test(fraction.slice(places));
  return isWhole ? whole + fraction.slice(0, places) : '';
}
