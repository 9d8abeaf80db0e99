import { perMix } from '../languages/language.ts';
import { inAllLanguages, readGroups, wordsIn } from '../languages/words.ts';

const LENGTH = 5;
const SHORTEST_ROOT = 3;

export interface Roots {
  meanings: ReadonlyMap<string, string>;
  suffixes: readonly string[];
  prefixes: readonly (readonly [prefix: string, letters: readonly string[]])[];
}

export const rootsFor = perMix((mix): Roots => {
  const meanings = new Map<string, string>();
  for (const { name, words } of readGroups('meanings', mix)) {
    for (const word of words) if (!meanings.has(word)) meanings.set(word, `=${name}`);
  }
  const suffixes = wordsIn(({ reading }) => reading.suffixes, mix);
  return { meanings, suffixes, prefixes: inAllLanguages(({ reading }) => reading.prefixes, mix) };
});

/** Its meaning, or its beginning with single letters: rusakk and rusak are one. */
export function stemOf(token: string, roots: Roots): string {
  const known = roots.meanings.get(token);
  if (known !== undefined) return known;
  const single = singleOf(token);
  for (const root of rootsOf(single, roots)) {
    const meaning = roots.meanings.get(root);
    if (meaning !== undefined) return meaning;
  }
  return single.length > LENGTH ? single.slice(0, LENGTH) : single;
}

export function singleOf(token: string): string {
  return token.replace(/(\p{L})\1+/gu, '$1');
}

/** Without suffixes, prefixes, or both. */
export function rootsOf(word: string, roots: Roots): string[] {
  const once = withoutSuffix(word, roots);
  const words = [word, ...once, ...once.flatMap((each) => withoutSuffix(each, roots))];
  return [...words, ...words.flatMap((each) => withoutPrefix(each, roots))];
}

function withoutSuffix(word: string, { suffixes }: Roots): string[] {
  return suffixes
    .filter((suffix) => word.endsWith(suffix) && word.length - suffix.length >= SHORTEST_ROOT)
    .map((suffix) => word.slice(0, -suffix.length));
}

function withoutPrefix(word: string, { prefixes }: Roots): string[] {
  return prefixes
    .filter(([prefix]) => word.startsWith(prefix) && word.length - prefix.length >= SHORTEST_ROOT)
    .flatMap(([prefix, letters]) => letters.map((letter) => letter + word.slice(prefix.length)));
}
