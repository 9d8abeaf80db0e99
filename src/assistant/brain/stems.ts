import { LANGUAGES } from '../languages/language.ts';
import { inAllLanguages, readGroups, wordsIn } from '../languages/words.ts';

const LENGTH = 5;
const SHORTEST_ROOT = 3;

export type Roots = ReadonlyMap<string, string>;

export function readRoots(): Roots {
  const roots = new Map<string, string>();
  for (const { name, words } of readGroups('meanings', LANGUAGES)) {
    for (const word of words) if (!roots.has(word)) roots.set(word, `=${name}`);
  }
  return roots;
}

/** Its meaning, or its beginning with single letters: rusakk and rusak are one. */
export function stemOf(token: string, roots: Roots): string {
  const known = roots.get(token);
  if (known !== undefined) return known;
  const single = singleOf(token);
  for (const root of rootsOf(single)) {
    const meaning = roots.get(root);
    if (meaning !== undefined) return meaning;
  }
  return single.length > LENGTH ? single.slice(0, LENGTH) : single;
}

export function singleOf(token: string): string {
  return token.replace(/(\p{L})\1+/gu, '$1');
}

const SUFFIXES = wordsIn(({ reading }) => reading.suffixes);
const PREFIXES = inAllLanguages(({ reading }) => reading.prefixes);

/** Without suffixes, prefixes, or both. */
export function rootsOf(word: string): string[] {
  const once = withoutSuffix(word);
  const words = [word, ...once, ...once.flatMap(withoutSuffix)];
  return [...words, ...words.flatMap(withoutPrefix)];
}

function withoutSuffix(word: string): string[] {
  return SUFFIXES.filter(
    (suffix) => word.endsWith(suffix) && word.length - suffix.length >= SHORTEST_ROOT,
  ).map((suffix) => word.slice(0, -suffix.length));
}

function withoutPrefix(word: string): string[] {
  return PREFIXES.filter(
    ([prefix]) => word.startsWith(prefix) && word.length - prefix.length >= SHORTEST_ROOT,
  ).flatMap(([prefix, letters]) => letters.map((letter) => letter + word.slice(prefix.length)));
}
