import { oneOf, wordsIn } from './languages/words.ts';

/** Longer texts say more than an answer. */
const MAX_ANSWER = 100;
const AFTER = new RegExp(`(?:[ ,]+${oneOf(wordsIn(({ chat }) => chat.afterAnswer))})+$`, 'u');
const BEFORE = new RegExp(`^(?:${oneOf(wordsIn(({ chat }) => chat.beforeAnswer))}[ ,]+)+`, 'u');

/**
 * An answer in lower case, then without forms of address and particles around it: `2 kak`, `yang kopi ya`. In the order
 * in which they are tried.
 */
export function plainAnswers(text: string): string[] {
  if (text.length > MAX_ANSWER) return [text];
  const short = text.replace(AFTER, '');
  return [...new Set([text, short, short.replace(BEFORE, '')])].filter((each) => each !== '');
}
