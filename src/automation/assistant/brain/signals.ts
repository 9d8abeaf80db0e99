import type { Match } from './matcher.ts';

const SIGNALS = 8;

/** What says whether a text belongs to an entry at all: numbers of similar size. Matches: the strongest first. */
export function signalsOf(matches: readonly Match[], known: number, tokens: number): number[] {
  const [best, second] = matches;
  if (!best) return new Array(SIGNALS).fill(0);
  const share = 1 / matches.reduce((sum, { strength }) => sum + Math.exp(strength - best.strength), 0);
  return [
    best.cosine,
    matches.reduce((most, { cosine }) => Math.max(most, cosine), 0),
    best.logit / 5,
    energyOf(matches) / 5,
    (best.strength - (second?.strength ?? 0)) / 5,
    share,
    known,
    Math.log(tokens + 1) / 3,
  ];
}

/** Logarithm of the sum of all exponents: high where some entry fits well. */
function energyOf(matches: readonly Match[]): number {
  const highest = matches.reduce((most, { logit }) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  return highest + Math.log(matches.reduce((sum, { logit }) => sum + Math.exp(logit - highest), 0));
}
