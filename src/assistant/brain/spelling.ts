import { perMix } from '../languages/language.ts';
import { readGroups, readWords } from '../languages/words.ts';
import { isSimilar, similarityOf } from '../similar-words.ts';
import type { Reader, Spelling } from './normalise.ts';
import { stemOf } from './stems.ts';
import { topicsOf } from './topics.ts';

/** In letters. A shorter word with another letter is most often another one. */
const SHORTEST = 5;
const MAX_SHARED = 8;
const WORD = /^\p{L}+$/u;

export function openSpelling(words: Iterable<string>): Spelling {
  const known = new Set(words);
  const shorter = new Map<string, string[]>();
  for (const word of known) {
    if (word.length < SHORTEST || !WORD.test(word)) continue;
    for (const part of withoutLetter(word)) {
      const same = shorter.get(part);
      if (!same) shorter.set(part, [word]);
      else if (same.length < MAX_SHARED) same.push(word);
    }
  }
  return { words: known, shorter };
}

/** As the business spells it, else as the word files do. Known words stay. */
export function spelled(token: string, reader: Reader): string {
  const { spelling } = reader;
  if (!spelling || token.length < SHORTEST || !WORD.test(token)) return token;
  if (spelling.words.has(token) || isCommon(token, reader)) return token;
  return corrected(token, spelling) ?? corrected(token, commonSpelling(reader.mix)) ?? token;
}

function isCommon(token: string, reader: Reader): boolean {
  if (reader.weights.has(token) || commonSpelling(reader.mix).words.has(token)) return true;
  return stemOf(token, reader.roots).startsWith('=') || topicsOf([token], 0, reader).length > 0;
}

/** With this first letter and one letter more, less, else or exchanged. Null: none, or several. */
function corrected(token: string, { shorter }: Spelling): string | null {
  const own = { ...similarityOf(token), errors: 1 };
  const found = new Set<string>();
  for (const part of withoutLetter(token)) {
    for (const word of shorter.get(part) ?? []) {
      if (word[0] === token[0] && isSimilar(own, similarityOf(word))) found.add(word);
    }
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** The word itself too: another may have a letter more. */
function withoutLetter(word: string): Set<string> {
  return new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]);
}

/** Of the word files. */
const commonSpelling = perMix((mix) =>
  openSpelling(
    (['meanings', 'topics'] as const)
      .flatMap((file) => readGroups(file, mix).flatMap(({ words }) => words))
      .concat(readWords('elsewhere', mix))
      .flatMap((line) => line.split(/[ _]/)),
  ),
);
