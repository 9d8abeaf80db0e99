import { expressionsProblem } from './expressions.ts';
import type { MatchKind } from './matching.ts';

/** Of all rules and flow triggers of an account: each message is compared with them. */
export const MAX_ALL_PATTERNS = 10_000;
/** They take some second of the processor in the worst case, in pieces. */
export const MAX_FUZZY_PATTERNS = 1_000;

/** The lowest comes first. */
export const MAX_PRIORITY = 1_000;
export const DEFAULT_PRIORITY = 100;

interface Patterns {
  match: MatchKind;
  patterns: readonly string[];
}

export function patternsProblem(all: readonly Patterns[]): string | null {
  const ofKind = (kind: MatchKind) => all.flatMap(({ match, patterns }) => (match === kind ? patterns : []));
  const count = all.reduce((sum, { patterns }) => sum + patterns.length, 0);
  if (count > MAX_ALL_PATTERNS) return `must have at most ${MAX_ALL_PATTERNS} patterns${TOGETHER}`;
  if (ofKind('fuzzy').length > MAX_FUZZY_PATTERNS)
    return `must have at most ${MAX_FUZZY_PATTERNS} fuzzy patterns${TOGETHER}`;
  const problem = expressionsProblem(ofKind('regex'));
  return problem && problem + TOGETHER;
}

const TOGETHER = ', together with all auto-replies and triggers of published flows';
