/** Without signs that look alike. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 5;
/** 8 * 30: larger bytes would make some signs more likely. */
const EVEN = 240;

/** As links write it, and as customers change it: other brackets or none, a colon, small letters. */
const REFERENCE = /\s{0,3}[([]?\bref[.:]?\s{0,3}([2-9A-HJKMNP-TV-Z]{5})\b[)\]]?/giu;
/** Of one message. */
const MAX_REFERENCES = 3;
/** In UTF-16 units. Customers write long texts without a link, and codes stand near their ends. */
const MAX_TEXT = 5_000;

/** A new code. */
export function makeCode(randomBytes: (size: number) => Buffer): string {
  let code = '';
  while (code.length < LENGTH) {
    const byte = randomBytes(1)[0] ?? EVEN;
    if (byte < EVEN) code += SIGNS[byte % SIGNS.length];
  }
  return code;
}

/** What the messaging app has in its field when a customer opens the link. */
export const withCode = (text: string, code: string): string => `${text} (ref ${code})`.trim();

export interface Reference {
  code: string;
  /** As the text has it, with the blanks before it. */
  part: string;
}

/** What may be codes in a text of a customer. The account decides whether they are. */
export function referencesIn(text: string): Reference[] {
  if (!/ref/i.test(text)) return [];
  const found = [...text.slice(0, MAX_TEXT).matchAll(REFERENCE)].slice(0, MAX_REFERENCES);
  return found.map(([part, code = '']) => ({ code: code.toUpperCase(), part }));
}

/** The text without what may be codes, also of other accounts. */
export const withoutCodes = (text: string): string =>
  referencesIn(text).reduce((rest, { part }) => rest.replace(part, ''), text);
