const DASHES = /[\u2010-\u2015\u2212]/g;
/** Browsers read it as a dot. */
const IDEOGRAPHIC_DOT = /\u3002/g;
const BLANKS = /[^\S\n]+/g;
/** They could hide a number. */
const INVISIBLE = /\p{Cf}/gu;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /\p{Nd}/u;

/** Lines stay. */
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

/** Scripts have ten digits in a row. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
