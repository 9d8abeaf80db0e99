/** As the index of the search splits texts. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** A text can repeat a word thousands of times. */
const MAX_PLACES = 100;

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
