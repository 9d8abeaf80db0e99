import type { Language } from '../languages/language.ts';
import { readWords } from '../languages/words.ts';
import { type Features, featuresOf } from './features.ts';
import { MAX_COMPARED, type Matcher, matchesOf, SHORTLIST } from './matcher.ts';
import { buildPostings, type Postings } from './nearest.ts';
import { type Reader, tokensOf } from './normalise.ts';
import { upTo } from './random.ts';
import { type Lessons, trainSoftmax } from './softmax.ts';
import { openSpelling, spelled } from './spelling.ts';
import { stemOf } from './stems.ts';
import { topicsOf } from './topics.ts';
import { buildVocabulary, type Vector, type Vocabulary, vectorOf } from './vocabulary.ts';

export interface Text extends Features {
  tokens: number;
}

export interface Material {
  texts: readonly Text[];
  owners: Uint32Array;
  entries: number;
  offTopic: readonly Text[];
  vocabulary: Vocabulary;
  vectors: readonly Vector[];
  postings: Postings;
  /** Per feature. */
  rows: Uint32Array;
  rivals: readonly Uint32Array[] | null;
}

/** 48 MB. */
const MAX_WEIGHTS = 12_000_000;
const MANY_QUESTIONS = 3_000;

export function readText(text: string, reader: Reader): Text {
  const tokens = tokensOf(text, reader).map((token) => spelled(token, reader));
  const reading = {
    stemOf: (token: string) => stemOf(token, reader.roots),
    weightOf: (token: string) => reader.weights.get(token) ?? 1,
    topicsOf: (words: readonly string[], at: number) => topicsOf(words, at, reader),
  };
  return { ...featuresOf(tokens, reading), tokens: tokens.length };
}

/** Many questions teach their misspellings themselves. */
export function withSpelling(reader: Reader, questions: readonly string[]): Reader {
  if (questions.length >= MANY_QUESTIONS) return reader;
  return { ...reader, spelling: openSpelling(questions.flatMap((question) => tokensOf(question, reader))) };
}

export function prepare(
  questions: readonly string[],
  owners: Uint32Array,
  entries: number,
  reader: Reader,
  languages: readonly Language[],
): Material {
  const texts = questions.map((question) => readText(question, reader));
  const offTopic = readWords('elsewhere', languages).map((text) => readText(text, reader));
  const vocabulary = buildVocabulary(
    texts.map(({ hashes }) => hashes),
    offTopic.map(({ hashes }) => hashes),
  );
  const vectors = texts.map((text) => vectorOf(vocabulary, text));
  const postings = buildPostings(vectors, vocabulary.size);
  const rows = rowsOf(postings, entries, texts.length);
  const material = { texts, owners, entries, offTopic, vocabulary, vectors, postings, rows };
  return { ...material, rivals: rivalsOf(material) };
}

/** Rare features get none where there are many questions or entries. */
function rowsOf({ starts }: Postings, entries: number, questions: number): Uint32Array {
  const countOf = (feature: number) => (starts[feature + 1] ?? 0) - (starts[feature] ?? 0);
  const features = starts.length - 1;
  for (let least = questions < MANY_QUESTIONS ? 1 : 2; ; least += 1) {
    const rows = new Uint32Array(features);
    let last = 0;
    for (let feature = 0; feature < features; feature += 1) {
      if (countOf(feature) < least) continue;
      last += 1;
      rows[feature] = last;
    }
    if (last * entries <= MAX_WEIGHTS) return rows;
  }
}

/** For many entries: the right one, and the nearest. */
function rivalsOf(material: Omit<Material, 'rivals'>): Uint32Array[] | null {
  const { owners, entries, postings, vectors } = material;
  if (entries <= MAX_COMPARED) return null;
  const matcher: Matcher = { postings, owners, entries, softmax: null };
  return vectors.map((vector, question) => {
    const owner = owners[question] ?? 0;
    const near = matchesOf(matcher, vector, { question: (other) => other !== question });
    return Uint32Array.from(new Set([owner, ...near.slice(0, SHORTLIST).map(({ entry }) => entry)]));
  });
}

/** From `chosen` questions of entries that are in. */
export function learnMatcher(
  material: Material,
  random: () => number,
  part: Pick<Lessons, 'chosen' | 'isIn'> = { chosen: upTo(material.texts.length), isIn: () => true },
): Matcher {
  const { postings, owners, entries, rows, vectors, rivals } = material;
  const hasVariants = material.texts.length > entries && entries > 1;
  const lessons = { vectors, owners, rivals, ...part };
  return {
    postings,
    owners,
    entries,
    softmax: hasVariants ? trainSoftmax(lessons, rows, entries, random) : null,
  };
}
