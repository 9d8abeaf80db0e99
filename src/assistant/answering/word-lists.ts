import { phrasesIn } from '../languages/words.ts';
import { compilePattern, type PreparedText, prepareText } from '../matching.ts';

const COMPLAINTS = phrasesIn(({ chat }) => chat.complaints);
const HARMS = phrasesIn(({ chat }) => chat.harms);
const SHOUTED = /[!\uff01]\s*[!\uff01]|^(?=(?:.*\p{L}){10})[^\p{Ll}]+$/u;

function firstWord(said: PreparedText, words: readonly string[]): string | null {
  return words.find((word) => compilePattern('word', word).test(said)) ?? null;
}

export function topicOf(
  text: string,
  topics: readonly { name: string; words: readonly string[] }[],
): string | null {
  if (topics.length === 0) return null;
  const said = prepareText(text);
  return topics.find(({ words }) => firstWord(said, words) !== null)?.name ?? null;
}

/** No FAQ answer calms it. `words` null: the default list. */
export function isUpset(text: string, words: readonly string[] | null): boolean {
  return words === null && SHOUTED.test(text) && firstWord(prepareText(text), HARMS) !== null;
}

/** Null: the default list. */
export function isComplaint(text: string, words: readonly string[] | null): boolean {
  return firstWord(prepareText(text), words ?? COMPLAINTS) !== null;
}
