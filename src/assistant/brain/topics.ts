import { LANGUAGES } from '../languages/language.ts';
import { oneOf, readGroups, wordsIn } from '../languages/words.ts';
import { rootsOf, singleOf } from './stems.ts';

/** A phrase has `_` between its words. */
const TOPICS = readTopics();
const NOUN_ENDING = new RegExp(`${oneOf(wordsIn(({ reading }) => reading.nounEndings))}$`);
const LONGEST_PHRASE = 3;
/** A shorter word may be a root, such as `punya`. */
const SHORTEST_WITH_ENDING = 6;

function readTopics(): ReadonlyMap<string, readonly string[]> {
  const topics = new Map<string, string[]>();
  for (const { name, words } of readGroups('topics', LANGUAGES)) {
    for (const word of words) topics.set(word, [...(topics.get(word) ?? []), `~${name}`]);
  }
  return topics;
}

/** With those of phrases that begin there. A word in `light` alone has none. */
export function topicsOf(
  tokens: readonly string[],
  at: number,
  light: ReadonlyMap<string, number>,
): readonly string[] {
  const word = tokens[at] ?? '';
  const found = new Set(light.has(word) ? [] : topicsOfWord(word));
  let phrase = bare(word);
  for (const next of tokens.slice(at + 1, at + LONGEST_PHRASE)) {
    phrase += `_${bare(next)}`;
    for (const topic of TOPICS.get(phrase) ?? []) found.add(topic);
  }
  return [...found];
}

function topicsOfWord(word: string): readonly string[] {
  const forms = [word, ...rootsOf(singleOf(word))];
  return forms.map((form) => TOPICS.get(form)).find((topics) => topics !== undefined) ?? [];
}

function bare(word: string): string {
  return word.length >= SHORTEST_WITH_ENDING ? word.replace(NOUN_ENDING, '') : word;
}
