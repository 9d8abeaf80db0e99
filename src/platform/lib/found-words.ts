import { cut } from './text.ts';

/** As the index of the search splits texts. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** A text can repeat a word thousands of times. */
const MAX_PLACES = 100;
/** Characters of an excerpt, and of what comes before its first word. */
const [MAX_EXCERPT, MAX_BEFORE] = [160, 40];

/** The words of a search. */
export const wordsOf = (search: string): ReadonlySet<string> => new Set(search.toLowerCase().match(WORD));

/** Where a text has one of the words, whole and in any case: UTF-16 positions. */
export function placesIn(text: string, words: ReadonlySet<string>): { from: number; to: number }[] {
  const places = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (words.has(word.toLowerCase())) places.push({ from: index, to: index + word.length });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

/** What stands around the first of the words, in one line. Null: the text has none of them. */
export function excerptOf(text: string, words: ReadonlySet<string>): string | null {
  const [first] = placesIn(text, words);
  if (!first) return null;
  const isCut = first.from > MAX_BEFORE;
  const start = isCut ? Math.max(0, text.lastIndexOf(' ', first.from - MAX_BEFORE / 2) + 1) : 0;
  const near = Math.max(start, first.from - MAX_BEFORE);
  const rest = text.slice(near).toWellFormed();
  const end = cut(rest, MAX_EXCERPT);
  return `${near > 0 ? '…' : ''}${end.replace(/\s+/g, ' ').trim()}${end.length < rest.length ? '…' : ''}`;
}
