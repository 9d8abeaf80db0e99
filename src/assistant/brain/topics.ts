import { perMix } from '../languages/language.ts';
import { oneOf, readGroups, wordsIn } from '../languages/words.ts';
import { type Roots, rootsOf, singleOf } from './stems.ts';

const LONGEST_PHRASE = 3;
/** A shorter word may be a root, such as `punya`. */
const SHORTEST_WITH_ENDING = 6;

export interface Topics {
  /** A phrase has `_` between its words. */
  named: ReadonlyMap<string, readonly string[]>;
  nounEnding: RegExp;
}

export const topicsFor = perMix((mix): Topics => {
  const named = new Map<string, string[]>();
  for (const { name, words } of readGroups('topics', mix)) {
    for (const word of words) named.set(word, [...(named.get(word) ?? []), `~${name}`]);
  }
  const endings = oneOf(wordsIn(({ reading }) => reading.nounEndings, mix));
  return { named, nounEnding: new RegExp(`${endings}$`) };
});

interface Reading {
  topics: Topics;
  roots: Roots;
  weights: ReadonlyMap<string, number>;
}

/** With those of phrases that begin there. A light word alone has none. */
export function topicsOf(
  tokens: readonly string[],
  at: number,
  { topics, roots, weights: light }: Reading,
): readonly string[] {
  const word = tokens[at] ?? '';
  const found = new Set(light.has(word) ? [] : topicsOfWord(word, topics, roots));
  let phrase = bare(word, topics);
  for (const next of tokens.slice(at + 1, at + LONGEST_PHRASE)) {
    phrase += `_${bare(next, topics)}`;
    for (const topic of topics.named.get(phrase) ?? []) found.add(topic);
  }
  return [...found];
}

function topicsOfWord(word: string, { named }: Topics, roots: Roots): readonly string[] {
  const forms = [word, ...rootsOf(singleOf(word), roots)];
  return forms.map((form) => named.get(form)).find((topics) => topics !== undefined) ?? [];
}

function bare(word: string, { nounEnding }: Topics): string {
  return word.length >= SHORTEST_WITH_ENDING ? word.replace(nounEnding, '') : word;
}
