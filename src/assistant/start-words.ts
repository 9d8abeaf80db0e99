import { normalise } from './matching.ts';

/** In UTF-16 units: no start word is written longer. */
const MAX_BEGIN = 500;

/** `tanya, berapa ongkir?` asks `berapa ongkir?`. Empty: the start word alone. Null: no start word. */
export function askedAfter(text: string, words: readonly string[]): string | null {
  const longest = words.map(normalise).sort((one, other) => other.length - one.length);
  const said = text.trim();
  for (const word of longest) {
    // The word can be written longer than it is compared.
    const parts = said.split(/(\s+)/u);
    for (let count = 1; count <= parts.length; count += 2) {
      const written = parts.slice(0, count).join('');
      if (written.length > MAX_BEGIN) break;
      const begin = normalise(written);
      if (begin === word) return parts.slice(count).join('').trim();
      if (begin.length > word.length) break;
    }
  }
  return null;
}
