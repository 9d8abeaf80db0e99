import { type Gate, shareOf } from './logistic.ts';
import { ALONE, type Match } from './matcher.ts';

const SIGNALS = 8;
/** Only the form differs from a question. */
const NEARLY_SAME = 0.85;
const LEAD = 0.1;
/** A single entry has no rival: as near as questions of other businesses come. */
const UNKNOWN_RIVAL = 0.3 * ALONE;

export interface Judges {
  /** That the text is about an entry. */
  known: Gate;
  /** That the best entry answers it. */
  right: Gate;
}

/** From 0 to 1. */
export interface Sureness {
  confidence: number;
  certainty: number;
}

/** Of similar size. */
export interface Heard {
  signals: number[];
  /** Nearly a question of the best entry alone. */
  isSame: boolean;
}

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

export function surenessOf(judges: Judges, { signals, isSame }: Heard): Sureness {
  const certainty = isSame ? 1 : shareOf(judges.right, signals);
  return { certainty, confidence: Math.max(certainty, shareOf(judges.known, signals)) };
}

/** High where some entry fits well. */
function energyOf(matches: readonly Match[]): number {
  const highest = matches.reduce((most, { logit }) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  return highest + Math.log(matches.reduce((sum, { logit }) => sum + Math.exp(logit - highest), 0));
}
