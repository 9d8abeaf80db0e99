/** Without signs that look alike. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 5;
/** 8 * 30: larger bytes would favour some signs. */
const EVEN = 240;

/** As in links, or changed: other or no brackets, a colon, small letters. */
const REFERENCE = /\s{0,3}[([]?\bref[.:]?\s{0,3}([2-9A-HJKMNP-TV-Z]{5})\b[)\]]?/giu;
/** What the web chat writes: `(web 7K2M-9QXR-…)`. */
const WEB_REFERENCE =
  /\s{0,3}[([]?\bweb(?:[.:]\s{0,3}|\s{1,3})((?:[2-9A-HJKMNP-TV-Z]{4}-?){6}[2-9A-HJKMNP-TV-Z]{4})\b[)\]]?/giu;
/** Of 30 signs: more than 128 bits, in comparable groups. */
const WEB_LENGTH = 28;
const WEB_GROUP = 4;

/** Of one message. */
const MAX_REFERENCES = 3;
/** UTF-16 units. Codes stand near the ends of long texts. */
const MAX_TEXT = 5_000;

/** A new code. */
export function makeCode(randomBytes: (size: number) => Buffer, length = LENGTH): string {
  let code = '';
  while (code.length < length) {
    const byte = randomBytes(1)[0] ?? EVEN;
    if (byte < EVEN) code += SIGNS[byte % SIGNS.length];
  }
  return code;
}

/** In the app's field. */
export const withCode = (text: string, code: string): string => `${text} (ref ${code})`.trim();

/** For going on in the messaging app. */
export const makeWebCode = (randomBytes: (size: number) => Buffer): string =>
  makeCode(randomBytes, WEB_LENGTH);

/** One word, so that no line break parts it. */
export function withWebCode(text: string, code: string): string {
  const groups = Array.from({ length: code.length / WEB_GROUP }, (_, n) =>
    code.slice(n * WEB_GROUP, (n + 1) * WEB_GROUP),
  );
  return `${text} (web ${groups.join('-')})`.trim();
}

export interface Reference {
  code: string;
  /** As in the text, with the blanks before it. */
  part: string;
}

/** Possible codes; the account decides. */
export const referencesIn = (text: string): Reference[] =>
  /ref/i.test(text) ? partsOf(text, REFERENCE) : [];

/** Never by a person: readers see none. */
export const webReferencesIn = (text: string): Reference[] =>
  /web/i.test(text) ? partsOf(text, WEB_REFERENCE) : [];

function partsOf(text: string, pattern: RegExp): Reference[] {
  const found = [...text.slice(0, MAX_TEXT).matchAll(pattern)].slice(0, MAX_REFERENCES);
  return found.map(([part, code = '']) => ({ code: code.toUpperCase().replaceAll('-', ''), part }));
}

/** Also without possible codes of other accounts. */
export const withoutCodes = (text: string): string =>
  [...referencesIn(text), ...webReferencesIn(text)].reduce((rest, { part }) => rest.replace(part, ''), text);
