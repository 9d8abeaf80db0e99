/** Code points of a word. */
export const MAX_WORD = 40;
/** Words of one kind. */
export const MAX_WORDS = 20;
/** UTF-16 units of a message that may be one of the words, punctuation and blanks around it included. */
const MAX_SAID = 200;

/** Punctuation, blanks, what cannot be seen; and symbols with what hangs on them. */
const PUNCTUATION = /[\p{P}\p{Z}\p{C}]/u;
const SYMBOL = /[\p{P}\p{Z}\p{C}\p{S}\p{M}]/u;

/**
 * A word, or what somebody wrote, in the form in which both are compared: upper case, one blank between words, no punctuation or emoji around
 * it (`*Stop*`, `"STOP".`, `stop 🙏`), but for an emoji that is all there is. Empty when there is nothing else. Time grows with the length alone.
 */
export function foldWord(text: string): string {
  const characters = [...text.normalize('NFKC').replaceAll(/\s+/g, ' ')];
  return (within(characters, SYMBOL) || within(characters, PUNCTUATION)).toUpperCase();
}

/** What is between the first and the last character that is none of these. */
function within(characters: readonly string[], around: RegExp): string {
  const isInside = (character: string) => !around.test(character);
  return characters.slice(characters.findIndex(isInside), characters.findLastIndex(isInside) + 1).join('');
}

/** What a message says when it may be one word alone; null when it is too long for that, or says nothing. */
export function wordIn(message: { type: string; body: string | null }): string | null {
  const { type, body } = message;
  // A tapped choice comes as a text too.
  if (type !== 'text' || body === null || body.length > MAX_SAID) return null;
  return foldWord(body) || null;
}
