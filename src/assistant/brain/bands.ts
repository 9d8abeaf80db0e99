/** Answered from this certainty on; a choice from this confidence on. */
export interface Bands {
  answer: number;
  clarify: number;
}
export type Band = 'answer' | 'clarify' | 'handoff';

export interface Judged {
  confidence: number;
  certainty: number;
  kind: 'right' | 'wrong' | 'off_topic';
  /** Questions weigh 1 together, off-topic messages too. */
  weight: number;
}

export interface Expected {
  /** Of the questions: answered, or a choice. */
  coverage: number;
  off_topic_recall: number;
  answered: number;
  /** Of the answers that are right. */
  precision: number;
}

/** Too few questions to measure. */
export const DEFAULT_BANDS: Bands = { answer: 0.85, clarify: 0.3 };

/** Of all messages. */
const OFF_TOPIC_SHARE = 1 / 3;
const WANTED_PRECISION = 0.92;
/** Standard deviations: few right answers show less than many. */
const CAUTION = 0.5;
const LEAST_CERTAINTY = 0.8;
const NEVER_BELOW = 1;
const LEAST_COVERAGE = 0.88;
const MOST_COVERAGE = 0.97;
const MOST_CLARIFY = 0.6;
/** A question that staff gets without need costs more than a needless choice. */
const COVERAGE_POWER = 2.5;

export function bandOf(
  { confidence, certainty }: Pick<Judged, 'confidence' | 'certainty'>,
  bands: Bands,
): Band {
  if (certainty >= bands.answer) return 'answer';
  return confidence >= bands.clarify ? 'clarify' : 'handoff';
}

export function chooseBands(judged: readonly Judged[]): Bands {
  return { clarify: chooseClarify(judged), answer: chooseAnswer(judged) };
}

/** Best product of coverage and off-topic recall. */
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
  return Math.min(best.at, MOST_CLARIFY);
}

/** The lowest certainty from which on enough held-out answers are right. */
function chooseAnswer(judged: readonly Judged[]): number {
  const highest = [...judged].sort((one, other) => other.certainty - one.certainty);
  let answer = NEVER_BELOW;
  let right = 0;
  let all = 0;
  let squares = 0;
  for (const each of highest) {
    if (each.certainty < LEAST_CERTAINTY) break;
    const frequency = frequencyOf(each);
    all += frequency;
    squares += frequency ** 2;
    if (each.kind === 'right') right += frequency;
    // Texts of different weight count as fewer of one weight.
    if (lowerBound(right / all, all ** 2 / squares) >= WANTED_PRECISION) answer = each.certainty;
  }
  return answer;
}

/** Wilson's interval. */
function lowerBound(share: number, count: number): number {
  const part = CAUTION ** 2 / count;
  const spread = CAUTION * Math.sqrt((share * (1 - share)) / count + part / (4 * count));
  return (share + part / 2 - spread) / (1 + part);
}

export function frequencyOf({ kind, weight }: Pick<Judged, 'kind' | 'weight'>): number {
  return weight * (kind === 'off_topic' ? OFF_TOPIC_SHARE : 1 - OFF_TOPIC_SHARE);
}

export function expect(judged: readonly Judged[], bands: Bands): Expected {
  const known = judged.filter(({ kind }) => kind !== 'off_topic');
  const others = judged.filter(({ kind }) => kind === 'off_topic');
  const answered = judged.filter((each) => bandOf(each, bands) === 'answer');
  const sum = (some: readonly Judged[]) => some.reduce((total, each) => total + frequencyOf(each), 0);
  const share = (some: readonly Judged[], of: readonly Judged[]) => (of.length ? sum(some) / sum(of) : 0);
  return {
    coverage: share(
      known.filter((each) => bandOf(each, bands) !== 'handoff'),
      known,
    ),
    off_topic_recall: share(
      others.filter((each) => bandOf(each, bands) === 'handoff'),
      others,
    ),
    answered: share(
      known.filter((each) => bandOf(each, bands) === 'answer'),
      known,
    ),
    precision: share(
      answered.filter(({ kind }) => kind === 'right'),
      answered,
    ),
  };
}
