import { setImmediate } from 'node:timers/promises';
import type { Language } from '../languages/language.ts';
import { readWords } from '../languages/words.ts';
import { readText } from './material.ts';
import { buildPostings, cosines } from './nearest.ts';
import { openReader, type Synonyms } from './normalise.ts';
import { buildVocabulary, vectorOf } from './vocabulary.ts';

export interface Near {
  at: number;
  cosine: number;
}

/** Between two turns of the event loop. */
const AT_ONCE = 50;
/** Two questions ask the same: right for nine of ten pairs (docs/decisions/0073). */
export const SAME_QUESTION = 0.55;

/** The nearest text before each from index `from` on. Null: nothing in common. */
export async function nearestBefore(
  texts: readonly string[],
  from: number,
  { languages, synonyms = [] }: { languages: readonly Language[]; synonyms?: Synonyms },
): Promise<(Near | null)[]> {
  const reader = openReader(languages, synonyms);
  const read = (text: string) => readText(text, reader);
  // For how common a word is.
  const others = await inSlices(readWords('elsewhere', languages), read);
  const own = await inSlices(texts, read);
  const vocabulary = buildVocabulary(
    own.map(({ hashes }) => hashes),
    others.map(({ hashes }) => hashes),
  );
  const vectors = await inSlices(own, (text) => vectorOf(vocabulary, text));
  const postings = buildPostings(vectors, vocabulary.size);
  return inSlices(vectors.slice(from), (vector, place) => best(cosines(postings, vector), from + place));
}

async function inSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, item] of items.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    results.push(map(item, at));
  }
  return results;
}

function best(all: Float32Array, end: number): Near | null {
  let near: Near | null = null;
  for (let at = 0; at < end; at += 1) {
    const cosine = all[at] ?? 0;
    if (cosine > (near?.cosine ?? 0)) near = { at, cosine };
  }
  return near;
}
