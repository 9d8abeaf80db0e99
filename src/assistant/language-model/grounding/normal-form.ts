const DASHES = /[\u2010-\u2015\u2212]/g;
/** Browsers read it as the dot of a name. NFKC makes dots of the other spellings. */
const IDEOGRAPHIC_DOT = /\u3002/g;
const BLANKS = /[^\S\n]+/g;
/** Invisible signs, with which a text could hide a number. */
const INVISIBLE = /\p{Cf}/gu;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;

/** Lower case, one kind of dash, blank and digit. Lines stay. */
export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OTHER_DIGIT, asciiDigit)
    .replace(DASHES, '-')
    .replace(IDEOGRAPHIC_DOT, '.')
    .replace(BLANKS, ' ')
    .toLowerCase();
}

/** Unicode has the digits of each script as ten neighbours, from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
