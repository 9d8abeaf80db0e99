import {
  type Bands,
  chooseBands,
  DEFAULT_BANDS,
  type Expected,
  expect,
  frequencyOf,
  type Judged,
} from './bands.ts';
import { type Example, fitGate } from './logistic.ts';
import { matchesOf } from './matcher.ts';
import { learnMatcher, type Material, type Text } from './material.ts';
import { shuffle, upTo } from './random.ts';
import { type Heard, hear, type Judges, surenessOf } from './signals.ts';
import { vectorOf } from './vocabulary.ts';

export interface Calibration {
  judges: Judges;
  bands: Bands;
  /** Null: too few questions. */
  expected: Expected | null;
}

interface Case {
  heard: Heard;
  kind: Judged['kind'];
  source: 'question' | 'other_entry' | 'off_topic';
}

/** For few questions: learned once from parts of public question sets. */
const PRIOR: Judges = {
  known: { bias: -2.2, weights: [3.8, 1.9, -0.3, 0.6, 2, 0.7, -0.7, 0.2] },
  right: { bias: -2.6, weights: [3.1, 1.5, 1.1, -0.3, 2.8, 1.7, -1.4, 0.4] },
};
/** How near the learned judges stay; the second counts as two held-out questions. */
const PULL = 2e-3;
const PULL_OF_QUESTIONS = 2;
const LEAST_QUESTIONS = 20;
/** Held-out texts of each source. */
const MAX_CASES = 4_000;

/** On questions that the measured models have not seen, and off-topic messages. */
export function calibrate(material: Material, random: () => number): Calibration {
  const cases = casesOf(material, random);
  const known = cases.filter(({ source }) => source === 'question').length;
  if (known < LEAST_QUESTIONS) return { judges: PRIOR, bands: DEFAULT_BANDS, expected: null };
  const weightOf = sourceWeights(cases);
  const weighed = cases.map((each) => ({ ...each, weight: weightOf(each) }));
  const judges = {
    known: fitGate(
      weighed.map((each): Example => exampleOf(each, each.source === 'question', each.weight)),
      PRIOR.known,
      PULL,
    ),
    right: fitGate(
      weighed.map((each): Example => exampleOf(each, each.kind === 'right', 2 * frequencyOf(each))),
      PRIOR.right,
      PULL_OF_QUESTIONS / known,
    ),
  };
  const judged = weighed.map(({ heard, kind, weight }) => ({ ...surenessOf(judges, heard), kind, weight }));
  const bands = chooseBands(judged);
  return { judges, bands, expected: expect(judged, bands) };
}

const exampleOf = ({ heard }: Case, is: boolean, weight: number): Example => ({
  signals: heard.signals,
  is,
  weight,
});

/** Questions weigh as much as all others; both kinds of others weigh the same. */
function sourceWeights(cases: readonly Case[]): (each: Case) => number {
  const counts = { question: 0, other_entry: 0, off_topic: 0 };
  for (const { source } of cases) counts[source] += 1;
  const kinds = counts.other_entry === 0 ? 1 : 2;
  return ({ source }) => 1 / counts[source] / (source === 'question' ? 1 : kinds);
}

/** Each fold holds out questions and whole entries, whose questions are off-topic for the rest. */
function casesOf(material: Material, random: () => number): Case[] {
  const { owners, entries, texts } = material;
  const folds = foldsFor(texts.length);
  const foldOfQuestion = spreadQuestions(owners, entries, folds, random);
  const foldOfEntry = new Uint8Array(entries);
  shuffle(upTo(entries), random).forEach((entry, at) => {
    foldOfEntry[entry] = at % folds;
  });
  return Array.from({ length: folds }, (_, fold) => {
    const isIn = (entry: number) => foldOfEntry[entry] !== fold;
    const all = upTo(texts.length);
    const ofOthers = all.filter((question) => isIn(owners[question] ?? 0));
    const chosen = ofOthers.filter((question) => foldOfQuestion[question] !== fold);
    const taught = new Set(Array.from(chosen, (question) => owners[question] ?? 0));
    const held = ofOthers.filter(
      (question) => foldOfQuestion[question] === fold && taught.has(owners[question] ?? 0),
    );
    const away = all.filter((question) => !isIn(owners[question] ?? 0));
    const most = Math.ceil(MAX_CASES / folds);
    return casesOfFold(material, random, {
      chosen,
      isIn,
      held: shuffle(held, random).subarray(0, most),
      away: shuffle(away, random).subarray(0, most),
    });
  }).flat();
}

interface Fold {
  chosen: Uint32Array;
  isIn: (entry: number) => boolean;
  held: Uint32Array;
  away: Uint32Array;
}

function casesOfFold(material: Material, random: () => number, { chosen, isIn, held, away }: Fold): Case[] {
  const { vocabulary, vectors, texts, owners, offTopic } = material;
  const matcher = learnMatcher(material, random, { chosen, isIn });
  const isChosen = new Uint8Array(texts.length);
  const isSeen = new Uint8Array(vocabulary.size);
  for (const question of chosen) {
    isChosen[question] = 1;
    for (const feature of vectors[question]?.features ?? []) isSeen[feature] = 1;
  }
  const judge = (text: Text | undefined, owner: number | null, source: Case['source']): Case[] => {
    if (!text) return [];
    const vector = vectorOf(vocabulary, text, (feature) => isSeen[feature] === 0);
    const matches = matchesOf(matcher, vector, { question: (each) => isChosen[each] === 1 });
    if (matches.length === 0) return [];
    const kind = owner === null ? 'off_topic' : matches[0]?.entry === owner ? 'right' : 'wrong';
    return [{ heard: hear(matches, vector.known, text.tokens), kind, source }];
  };
  return [
    ...Array.from(held, (question) => judge(texts[question], owners[question] ?? 0, 'question')),
    ...Array.from(away, (question) => judge(texts[question], null, 'other_entry')),
    ...offTopic.map((text) => judge(text, null, 'off_topic')),
  ].flat();
}

function foldsFor(questions: number): number {
  if (questions < 2_000) return 10;
  return questions < 6_000 ? 5 : 3;
}

/** Those of one entry go to different folds. */
function spreadQuestions(
  owners: Uint32Array,
  entries: number,
  folds: number,
  random: () => number,
): Uint8Array {
  const next = Uint8Array.from({ length: entries }, () => Math.floor(random() * folds));
  const foldOfQuestion = new Uint8Array(owners.length);
  for (const question of shuffle(upTo(owners.length), random)) {
    const owner = owners[question] ?? 0;
    foldOfQuestion[question] = (next[owner] ?? 0) % folds;
    next[owner] = ((next[owner] ?? 0) + 1) % folds;
  }
  return foldOfQuestion;
}
