/** Code points of a keyword. */
export const MAX_KEYWORD = 40;
/** Keywords per list. */
export const MAX_KEYWORDS = 20;
/** UTF-16 units of a message that may be a keyword, with the punctuation and blanks around it. */
const MAX_KEYWORD_MESSAGE = 200;

/** Punctuation, blanks and invisible characters; SYMBOL adds symbols and combining marks. */
const PUNCTUATION = /[\p{P}\p{Z}\p{C}]/u;
const SYMBOL = /[\p{P}\p{Z}\p{C}\p{S}\p{M}]/u;

/**
 * The form in which keywords and messages are compared: upper case, single blanks, no punctuation or emoji
 * around it (`*Stop*`, `"STOP".`, `stop 🙏`). A text of emoji alone keeps them. Empty without any other
 * character. The time is linear in the length.
 */
export function normalizeKeyword(text: string): string {
  const characters = [...text.normalize('NFKC').replaceAll(/\s+/g, ' ')];
  return (trim(characters, SYMBOL) || trim(characters, PUNCTUATION)).toUpperCase();
}

/** The letters with accents of Western Europe, and the same without: many people do not type them. */
const ACCENTED = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ';
const PLAIN = 'AAAAAACEEEEIIIINOOOOOUUUUY';

/** A normalized keyword as it is compared. */
export const withoutAccents = (keyword: string): string =>
  keyword.replace(/[À-Ý]/g, (letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter);

/** The same of an SQL text. */
export const withoutAccentsSql = (text: string): string => `translate(${text}, '${ACCENTED}', '${PLAIN}')`;

/** Removes these characters at both ends. */
function trim(characters: readonly string[], removed: RegExp): string {
  const isKept = (character: string) => !removed.test(character);
  return characters.slice(characters.findIndex(isKept), characters.findLastIndex(isKept) + 1).join('');
}

/** The normalized text of a message that may be a keyword; null for any other message. */
export function keywordIn(message: { type: string; body: string | null }): string | null {
  const { type, body } = message;
  // A tapped choice has type `text` too.
  if (type !== 'text' || body === null || body.length > MAX_KEYWORD_MESSAGE) return null;
  return normalizeKeyword(body) || null;
}
