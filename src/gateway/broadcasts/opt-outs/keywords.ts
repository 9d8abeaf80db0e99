/** Code points. */
export const MAX_KEYWORD = 40;
/** Per list. */
export const MAX_KEYWORDS = 20;
/** UTF-16 units, with punctuation and blanks. */
const MAX_KEYWORD_MESSAGE = 200;

/** SYMBOL adds symbols and combining marks. */
const PUNCTUATION = /[\p{P}\p{Z}\p{C}]/u;
const SYMBOL = /[\p{P}\p{Z}\p{C}\p{S}\p{M}]/u;

/**
 * Upper case, single blanks, without punctuation or emoji around it (`*Stop*`, `stop 🙏`). Emoji alone stay. Takes
 * linear time.
 */
export function normalizeKeyword(text: string): string {
  const characters = [...text.normalize('NFKC').replaceAll(/\s+/g, ' ')];
  return (trim(characters, SYMBOL) || trim(characters, PUNCTUATION)).toUpperCase();
}

/** Of Western Europe: many people do not type accents. */
const ACCENTED = 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ';
const PLAIN = 'AAAAAACEEEEIIIINOOOOOUUUUY';

export const withoutAccents = (keyword: string): string =>
  keyword.replace(/[À-Ý]/g, (letter) => PLAIN[ACCENTED.indexOf(letter)] ?? letter);

/** The same in SQL. */
export const withoutAccentsSql = (text: string): string => `translate(${text}, '${ACCENTED}', '${PLAIN}')`;

function trim(characters: readonly string[], removed: RegExp): string {
  const isKept = (character: string) => !removed.test(character);
  return characters.slice(characters.findIndex(isKept), characters.findLastIndex(isKept) + 1).join('');
}

/** Null for a message that cannot be a keyword. */
export function keywordIn(message: { type: string; body: string | null }): string | null {
  const { type, body } = message;
  // A tapped choice has type `text` too.
  if (type !== 'text' || body === null || body.length > MAX_KEYWORD_MESSAGE) return null;
  return normalizeKeyword(body) || null;
}
