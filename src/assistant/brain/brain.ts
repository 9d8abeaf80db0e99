import type { Language } from '../languages/language.ts';
import { type Band, type Bands, bandOf, type Expected } from './bands.ts';
import { calibrate } from './calibration.ts';
import { type Matcher, matchesOf, packed } from './matcher.ts';
import { learnMatcher, prepare, readText, withSpelling } from './material.ts';
import { openReader, type Reader, type Synonyms } from './normalise.ts';
import {
  bestSentences,
  type FoundPassage,
  indexPassages,
  type PassageIndex,
  type PassageText,
  searchPassages,
} from './passages.ts';
import { seededRandom } from './random.ts';
import { hear, type Judges, surenessOf } from './signals.ts';
import { type Vocabulary, vectorOf } from './vocabulary.ts';

export type { FoundPassage };

export interface TrainingSet {
  entries: readonly { id: string; questions: readonly string[] }[];
  passages?: readonly PassageText[];
  synonyms?: Synonyms;
  languages: readonly Language[];
}

export interface Brain {
  languages: readonly Language[];
  synonyms: Synonyms;
  ids: readonly string[];
  questions: readonly string[];
  vocabulary: Vocabulary;
  matcher: Matcher;
  judges: Judges;
  bands: Bands;
  /** Null: too few questions to measure. */
  expected: Expected | null;
  passages: PassageIndex;
  reader: Reader;
}

export interface Candidate {
  id: string;
  /** The nearest one of the entry. */
  question: string;
  /** From 0 to 1. */
  score: number;
}

export interface Ranking {
  candidates: Candidate[];
  /** That the text is about an entry, from 0 to 1. */
  confidence: number;
  band: Band;
}

export interface RankOptions {
  bands?: Partial<Bands>;
  limit?: number;
  allows?: (id: string) => boolean;
  /** Entries of one key are one candidate. */
  keyOf?: (id: string) => string;
}

const SEED = 20_261_123;
const CANDIDATES = 5;

/** Seconds for thousands of questions: run it in a worker thread. */
export function train(set: TrainingSet): Brain {
  const { languages, synonyms = [], passages = [] } = set;
  const entries = set.entries.filter(({ questions }) => questions.length > 0);
  const questions = entries.flatMap((entry) => entry.questions);
  const owners = Uint32Array.from(entries.flatMap((entry, at) => entry.questions.map(() => at)));
  const reader = withSpelling(openReader(languages, synonyms), questions);
  const material = prepare(questions, owners, entries.length, reader, languages);
  const random = seededRandom(SEED);
  const calibration = calibrate(material, random);
  return {
    languages,
    synonyms,
    ids: entries.map(({ id }) => id),
    questions,
    vocabulary: material.vocabulary,
    matcher: packed(learnMatcher(material, random)),
    ...calibration,
    passages: indexPassages(passages, reader),
    reader,
  };
}

export function rank(brain: Brain, text: string, options: RankOptions = {}): Ranking {
  const { allows, keyOf, limit = CANDIDATES } = options;
  const read = readText(text, brain.reader);
  const vector = vectorOf(brain.vocabulary, read);
  const all = matchesOf(
    brain.matcher,
    vector,
    allows ? { entry: (entry) => allows(brain.ids[entry] ?? '') } : {},
  );
  const matches = keyOf ? firstOfEach(all, ({ entry }) => keyOf(brain.ids[entry] ?? '')) : all;
  const [best] = matches;
  if (!best || read.tokens === 0) return { candidates: [], confidence: 0, band: 'handoff' };
  const sureness = surenessOf(brain.judges, hear(matches, vector.known, read.tokens));
  const candidates = matches.slice(0, limit).map(({ entry, question, strength }) => ({
    id: brain.ids[entry] ?? '',
    question: brain.questions[question] ?? '',
    score: sureness.certainty * Math.exp(strength - best.strength),
  }));
  const band = bandOf(sureness, { ...brain.bands, ...options.bands });
  return { candidates, confidence: sureness.confidence, band };
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** The best first. */
export function findPassages(
  brain: Brain,
  text: string,
  options: { limit?: number; allows?: (id: string) => boolean } = {},
): FoundPassage[] {
  return searchPassages(brain.passages, text, brain.reader, options);
}

/** Word for word. Empty: no sentence answers. */
export function excerptOf(
  brain: Brain,
  question: string,
  passage: Pick<PassageText, 'text' | 'title'>,
): string {
  return bestSentences(passage, question, brain.reader);
}
