import { type Brain, findPassages, rank, train } from '../brain/brain.ts';
import { LANGUAGES, type Language } from '../languages/language.ts';
import { languageOf } from '../languages/spoken.ts';

export interface Labelled {
  text: string;
  /** Empty: no entry fits the text. */
  label: string;
}

/** Shares are per cent. Null without rows that they count. */
export interface QuestionFigures extends Record<string, number | null> {
  accuracy: number | null;
  top3: number | null;
  oos_recall: number | null;
  auroc: number | null;
  coverage: number | null;
  answered_precision: number | null;
  wrongly_answered_oos: number | null;
  train_ms: number;
  p95_ms: number;
}

export interface PassageFigures extends Record<string, number> {
  recall_at_1: number;
  recall_at_5: number;
  mrr: number;
}

type Clock = () => number;

/** A language that fewer texts have is left out. */
const LEAST_SHARE = 0.15;
const LOOKED_AT = 100;

/** Trains on the one set and asks the texts of the other. */
export function judgeQuestions(
  rows: readonly Labelled[],
  tests: readonly Labelled[],
  clock: Clock,
): QuestionFigures {
  const start = clock();
  const brain = train({ entries: entriesOf(rows), languages: languagesOf(rows.map(({ text }) => text)) });
  const trained = clock();
  const asked = tests.map((test) => ask(brain, test, clock));
  const known = asked.filter(({ label }) => label !== '');
  const others = asked.filter(({ label }) => label === '');
  const answered = asked.filter(({ band }) => band === 'answer');
  return {
    accuracy: percent(known, ({ place }) => place === 0),
    top3: percent(known, ({ place }) => place >= 0 && place < 3),
    oos_recall: percent(others, ({ band }) => band === 'handoff'),
    auroc: areaOf(known.map(confidenceOf), others.map(confidenceOf)),
    coverage: percent(known, ({ band }) => band !== 'handoff'),
    answered_precision: percent(answered, ({ place }) => place === 0),
    wrongly_answered_oos: percent(others, ({ band }) => band === 'answer'),
    train_ms: Math.round(trained - start),
    p95_ms: round(
      percentile(
        asked.map(({ ms }) => ms),
        0.95,
      ),
      3,
    ),
  };
}

function entriesOf(rows: readonly Labelled[]) {
  const questions = new Map<string, string[]>();
  for (const { text, label } of rows) {
    if (label === '' || text === '') continue;
    const own = questions.get(label) ?? [];
    own.push(text);
    questions.set(label, own);
  }
  return Array.from(questions, ([id, own]) => ({ id, questions: own }));
}

/** Indonesian and English where no text says which. */
export function languagesOf(texts: readonly string[]): Language[] {
  const spoken = texts.flatMap((text) => languageOf(text) ?? []);
  const countOf = (language: Language) => spoken.filter((each) => each === language).length;
  if (spoken.length === 0) return ['id', 'en'];
  const found = LANGUAGES.filter((language) => countOf(language) >= LEAST_SHARE * spoken.length);
  return found.sort((one, other) => countOf(other) - countOf(one));
}

function ask(brain: Brain, { text, label }: Labelled, clock: Clock) {
  const start = clock();
  const { candidates, confidence, band } = rank(brain, text);
  return {
    label,
    place: candidates.findIndex(({ id }) => id === label),
    confidence,
    band,
    ms: clock() - start,
  };
}

function confidenceOf({ confidence }: { confidence: number }): number {
  return confidence;
}

/** Searches the passages for each text. The id of a test is that of its passage. */
export function judgePassages(
  passages: readonly { id: string; text: string }[],
  tests: readonly { text: string; id: string }[],
): PassageFigures {
  const languages = languagesOf(tests.map(({ text }) => text));
  const brain = train({ entries: [], passages, languages });
  const places = tests.map(({ text, id }) =>
    findPassages(brain, text, { limit: LOOKED_AT }).findIndex((found) => found.id === id),
  );
  const within = (count: number) => percent(places, (place) => place >= 0 && place < count) ?? 0;
  const gains = places.map((place) => (place < 0 ? 0 : 1 / (place + 1)));
  const mrr = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  return { recall_at_1: within(1), recall_at_5: within(5), mrr: round(mrr, 4) };
}

function percent<Row>(rows: readonly Row[], is: (row: Row) => boolean): number | null {
  return rows.length === 0 ? null : round((100 * rows.filter(is).length) / rows.length, 2);
}

/** Chance that a known text has a higher confidence than an off-topic one. */
function areaOf(known: readonly number[], others: readonly number[]): number | null {
  if (known.length === 0 || others.length === 0) return null;
  const sorted = [...others].sort((one, other) => one - other);
  const sum = known.reduce((total, confidence) => {
    const below = firstNotBelow(sorted, confidence);
    const equal = firstNotBelow(sorted, confidence, true) - below;
    return total + below + equal / 2;
  }, 0);
  return round(sum / (known.length * others.length), 4);
}

/** Place of the first number that is at least the limit, or above it. */
function firstNotBelow(sorted: readonly number[], limit: number, above = false): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const number = sorted[middle] ?? 0;
    if (number < limit || (above && number === limit)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function round(number: number, digits: number): number {
  return Number(number.toFixed(digits));
}
