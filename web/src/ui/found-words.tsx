import { createContext, useContext } from 'react';
import { placesIn } from '../../../src/platform/lib/found-words.ts';

const NONE: ReadonlySet<string> = new Set();

/** The words of the search that led here. */
export const FoundWords = createContext(NONE);

/** A text with the found words marked. */
export function Marked({ text }: { text: string }) {
  const words = useContext(FoundWords);
  const places = words.size === 0 ? [] : placesIn(text, words);
  return places
    .map(({ from, to }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={index}>
        {text.slice(places[index - 1]?.to ?? 0, from)}
        <mark className="rounded-xs bg-found text-ink">{text.slice(from, to)}</mark>
      </span>
    ))
    .concat(<span key="end">{text.slice(places.at(-1)?.to ?? 0)}</span>);
}

/** Whether the text has a found word. */
export function useIsFound(text: string): boolean {
  const words = useContext(FoundWords);
  return words.size > 0 && placesIn(text, words).length > 0;
}
