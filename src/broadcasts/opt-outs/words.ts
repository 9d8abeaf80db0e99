/** Code points of a word. */
export const MAX_WORD = 40;
/** Words of one kind. */
export const MAX_WORDS = 20;
/** UTF-16 units of a message that may be one of the words, punctuation and blanks around it included. */
const MAX_SAID = 200;

const AROUND = /^[\p{P}\p{Z}\p{C}]+|[\p{P}\p{Z}\p{C}]+$/gu;

/**
 * A word, or what somebody wrote, in the form in which both are compared: upper case, one blank between words, no punctuation around it
 * (`*Stop*`, `"STOP".`). Empty when there is nothing else.
 */
export function foldWord(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').replaceAll(AROUND, '').toUpperCase();
}

/** What a message says when it may be one word alone; null when it is too long for that, or says nothing. */
export function wordIn(message: { type: string; body: string | null }): string | null {
  const { type, body } = message;
  // A tapped choice comes as a text too.
  if (type !== 'text' || body === null || body.length > MAX_SAID) return null;
  return foldWord(body) || null;
}
