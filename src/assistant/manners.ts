/** Longer texts say more than an answer. */
const MAX_ANSWER = 100;
const AFTER =
  /(?:[ ,]+(?:kak|kakak|ka|kk|min|ya|yah|yaa|aja|saja|dong|deh|sih|bang|mas|mbak|mba|pak|bu|gan|sis|please|pls))+$/u;
const BEFORE = /^(?:(?:yang|yg|mau|min|kak|kk|saya|aku|ok|oke|iya|the)[ ,]+)+/u;

/**
 * An answer in lower case, then without forms of address and particles around it: `2 kak`, `yang kopi ya`. In the order
 * in which they are tried.
 */
export function plainAnswers(text: string): string[] {
  if (text.length > MAX_ANSWER) return [text];
  const short = text.replace(AFTER, '');
  return [...new Set([text, short, short.replace(BEFORE, '')])].filter((each) => each !== '');
}
