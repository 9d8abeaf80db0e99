import { placesIn } from '../../../platform/lib/found-words.ts';
import { cut } from '../../../platform/lib/text.ts';

/** Characters of an excerpt, and of what comes before its first word. */
const [MAX_EXCERPT, MAX_BEFORE] = [160, 40];

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
