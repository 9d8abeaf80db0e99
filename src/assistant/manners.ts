import { inAllLanguages } from './brain/languages/words.ts';

/** Longer texts say more than an answer. */
const MAX_ANSWER = 100;
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const AFTER = new RegExp(`(?:[ ,]+${oneOf(inAllLanguages(({ afterAnswer }) => afterAnswer))})+$`, 'u');
const BEFORE = new RegExp(`^(?:${oneOf(inAllLanguages(({ beforeAnswer }) => beforeAnswer))}[ ,]+)+`, 'u');

/**
 * An answer in lower case, then without forms of address and particles around it: `2 kak`, `yang kopi ya`. In the order
 * in which they are tried.
 */
export function plainAnswers(text: string): string[] {
  if (text.length > MAX_ANSWER) return [text];
  const short = text.replace(AFTER, '');
  return [...new Set([text, short, short.replace(BEFORE, '')])].filter((each) => each !== '');
}
