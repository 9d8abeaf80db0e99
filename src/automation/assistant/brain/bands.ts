/** Confidence from `answer` on is answered, from `clarify` on it is a choice for the customer. */
export interface Bands {
  answer: number;
  clarify: number;
}
export type Band = 'answer' | 'clarify' | 'handoff';

export interface Judged {
  confidence: number;
  kind: 'right' | 'wrong' | 'off_topic';
  /** The questions weigh 1 together, and the off-topic messages too. */
  weight: number;
}

export interface Expected {
  /** Share of the questions that get an answer or a choice. */
  coverage: number;
  /** Share of the off-topic messages that go to staff. */
  off_topic_recall: number;
  /** Share of the questions that are answered without a choice. */
  answered: number;
  /** Share of these answers that are right. */
  precision: number;
}

/** Without enough questions to measure. */
export const DEFAULT_BANDS: Bands = { answer: 0.85, clarify: 0.5 };

/** Questions that a business knows are more frequent than off-topic messages. */
const OFF_TOPIC_SHARE = 0.25;
const WANTED_PRECISION = 0.92;
const LEAST_COVERAGE = 0.88;
const MOST_COVERAGE = 0.97;
/** A question that goes to staff without need costs more than a choice for an off-topic message. */
const COVERAGE_POWER = 2.5;

export function bandOf(confidence: number, bands: Bands): Band {
  if (confidence >= bands.answer) return 'answer';
  return confidence >= bands.clarify ? 'clarify' : 'handoff';
}

/** Chosen from held-out questions and off-topic messages alone. */
export function chooseBands(judged: readonly Judged[]): Bands {
  const clarify = chooseClarify(judged);
  return { clarify, answer: chooseAnswer(judged, clarify) };
}

/** The best product of coverage and off-topic recall, within bounds of the coverage. */
function chooseClarify(judged: readonly Judged[]): number {
  const lowest = [...judged].sort((one, other) => one.confidence - other.confidence);
  let best = { product: -1, at: DEFAULT_BANDS.clarify };
  let coverage = 1;
  let recall = 0;
  for (const { confidence, kind, weight } of lowest) {
    const product = coverage ** COVERAGE_POWER * recall;
    const isWithin = coverage >= LEAST_COVERAGE && coverage <= MOST_COVERAGE;
    if (kind !== 'off_topic' && isWithin && product > best.product) best = { product, at: confidence };
    if (kind === 'off_topic') recall += weight;
    else coverage -= weight;
  }
  return best.at;
}

/** The lowest confidence from which on enough answers are right. */
function chooseAnswer(judged: readonly Judged[], clarify: number): number {
  const highest = [...judged].sort((one, other) => other.confidence - one.confidence);
  let answer = Math.max(clarify, highest[Math.floor(highest.length / 20)]?.confidence ?? 1);
  let right = 0;
  let all = 0;
  for (const each of highest) {
    if (each.confidence < clarify) break;
    all += frequencyOf(each);
    if (each.kind === 'right') right += frequencyOf(each);
    if (right >= WANTED_PRECISION * all) answer = Math.min(answer, each.confidence);
  }
  return answer;
}

/** Share of all messages. */
function frequencyOf({ kind, weight }: Judged): number {
  return weight * (kind === 'off_topic' ? OFF_TOPIC_SHARE : 1 - OFF_TOPIC_SHARE);
}

export function expect(judged: readonly Judged[], bands: Bands): Expected {
  const known = judged.filter(({ kind }) => kind !== 'off_topic');
  const others = judged.filter(({ kind }) => kind === 'off_topic');
  const answered = judged.filter(({ confidence }) => confidence >= bands.answer);
  const sum = (some: readonly Judged[]) => some.reduce((total, each) => total + frequencyOf(each), 0);
  const share = (some: readonly Judged[], of: readonly Judged[]) => (of.length ? sum(some) / sum(of) : 0);
  return {
    coverage: share(
      known.filter(({ confidence }) => confidence >= bands.clarify),
      known,
    ),
    off_topic_recall: share(
      others.filter(({ confidence }) => confidence < bands.clarify),
      others,
    ),
    answered: share(
      known.filter(({ confidence }) => confidence >= bands.answer),
      known,
    ),
    precision: share(
      answered.filter(({ kind }) => kind === 'right'),
      answered,
    ),
  };
}
