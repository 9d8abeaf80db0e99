import { type Gate, shareOf } from './logistic.ts';
import { ALONE, type Match } from './matcher.ts';

const SIGNALS = 8;
/** A text with this cosine differs from a question in little more than its form. */
const NEARLY_SAME = 0.85;
/** Further from the questions of each other entry. */
const LEAD = 0.1;
/** A single entry has no rival. The questions that other businesses get would come as near as this. */
const UNKNOWN_RIVAL = 0.3 * ALONE;

/** Two judges of one text. */
export interface Judges {
  /** Whether the text is about an entry at all. */
  known: Gate;
  /** Whether the best entry answers it. */
  right: Gate;
}

/** How sure the judges are, from 0 to 1. */
export interface Sureness {
  confidence: number;
  certainty: number;
}

/** What they judge: signals of similar size. */
export interface Heard {
  signals: number[];
  /** Nearly a question of the best entry, and of no other one. */
  isSame: boolean;
}

/** Matches: the strongest first. */
export function hear(matches: readonly Match[], known: number, tokens: number): Heard {
  const [best, ...others] = matches;
  if (!best) return { signals: new Array(SIGNALS).fill(0), isSame: false };
  const rivals = others.length === 0 ? [UNKNOWN_RIVAL] : others.map(({ strength }) => strength);
  const share = 1 / rivals.reduce((sum, strength) => sum + Math.exp(strength - best.strength), 1);
  const next = others.reduce((most, { cosine }) => Math.max(most, cosine), 0);
  const signals = [
    best.cosine,
    Math.max(best.cosine, next),
    best.logit / 5,
    energyOf(matches) / 5,
    (best.strength - (rivals[0] ?? 0)) / 5,
    share,
    known,
    Math.log(tokens + 1) / 3,
  ];
  return { signals, isSame: best.cosine >= NEARLY_SAME && best.cosine - next >= LEAD };
}

/** An entry that answers the text is also one that the text is about. */
export function surenessOf(judges: Judges, { signals, isSame }: Heard): Sureness {
  const certainty = isSame ? 1 : shareOf(judges.right, signals);
  return { certainty, confidence: Math.max(certainty, shareOf(judges.known, signals)) };
}

/** Logarithm of the sum of all exponents: high where some entry fits well. */
function energyOf(matches: readonly Match[]): number {
  const highest = matches.reduce((most, { logit }) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  return highest + Math.log(matches.reduce((sum, { logit }) => sum + Math.exp(logit - highest), 0));
}
