import { RE2JS, RE2Set } from 're2js';

/** Of all rules and triggers of an account, or all nodes of one flow. */
export const MAX_EXPRESSIONS = 50;
export const MAX_WEIGHT = 250;
/** Of all of them together. */
export const MAX_ALL_WEIGHT = 1_500;
/** Compared UTF-16 units. */
export const MAX_EXPRESSION_TEXT = 500;

/** In instructions of a compiled expression. */
const MAX_SIZE = 4 * MAX_WEIGHT;
/** Bytes for the automaton of one expression. */
const MAX_MEMORY = 65_536;
/** Letters in all ranges: case folding visits each. */
const MAX_RANGES = 70_000;
/** Each takes a millisecond to compile. */
const MAX_NAMED_CLASSES = 12;

const NAMED_CLASS = /\\[pP]|\[:/g;
const RANGE_END = String.raw`(?:\\x\{[0-9A-Fa-f]+\}|\\x[0-9A-Fa-f]{2}|\\?[^\\])`;
const RANGE = new RegExp(`(${RANGE_END})-(${RANGE_END})`, 'gsu');

const TOO_LARGE = 'is too large: use fewer or smaller repetitions';

export interface Expression {
  test(text: string): boolean;
}

/** The expression must have no problem. */
export function compileExpression(written: string): Expression {
  const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, MAX_MEMORY);
  set.add(written);
  set.compile();
  return { test: (text) => set.match(text.slice(0, MAX_EXPRESSION_TEXT)).length > 0 };
}

/** Why an expression cannot be saved. Slow expressions are refused before RE2 compiles them. */
export function expressionProblem(written: string): string | null {
  if (weightOf(written) > MAX_WEIGHT) return TOO_LARGE;
  if ((written.match(NAMED_CLASS)?.length ?? 0) > MAX_NAMED_CLASSES || rangesOf(written) > MAX_RANGES)
    return 'is too large: use fewer or smaller classes of characters';
  try {
    const size = RE2JS.compile(written, RE2JS.CASE_INSENSITIVE).programSize();
    return size > MAX_SIZE ? TOO_LARGE : null;
  } catch {
    return 'must be a regular expression as RE2 has them, without look-ahead and back-references';
  }
}

export function expressionsProblem(written: readonly string[]): string | null {
  if (written.length > MAX_EXPRESSIONS) return `must have at most ${MAX_EXPRESSIONS} regular expressions`;
  const weight = written.reduce((sum, each) => sum + weightOf(each), 0);
  if (weight <= MAX_ALL_WEIGHT) return null;
  return `must have regular expressions of at most ${MAX_ALL_WEIGHT} signs in all (\`a{9}\` counts 10)`;
}

/**
 * Signs with repetitions written out: `\d{8}` counts 9. Needs no syntax tree, so hostile input is cheap. The compiled
 * size is at most four times this.
 */
export function weightOf(written: string): number {
  const totals = [0];
  let last = 0;
  const add = (weight: number) => totals.push((totals.pop() ?? 0) + weight);
  for (const [token] of written.matchAll(TOKEN)) {
    if (FLAGS.test(token)) continue;
    if (token === '(') {
      totals.push(0);
    } else if (QUANTIFIER.test(token)) {
      const most = Math.max(1, ...(token.match(/\d+/g) ?? []).map(Number));
      const more = last * (Math.min(most, MAX_TIMES) - 1) + 1;
      add(more);
      last += more;
    } else {
      const inner = token === ')' && totals.length > 1 ? (totals.pop() ?? 0) : 0;
      last = inner + 1;
      add(last);
    }
  }
  return totals.reduce((sum, each) => sum + each, 0);
}

/** Of RE2. */
const MAX_TIMES = 1_000;
/** A quantifier behind flags repeats what is before them. */
const FLAGS = /^\(\?[A-Za-z-]*\)$/;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/;
/** An escape, a class, a quantifier, flags, or another sign. */
const TOKEN =
  /\\[pPx]\{[^}]*\}|\\[pP]\w|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?[A-Za-z-]*\)|./gsu;

function rangesOf(written: string): number {
  let sum = 0;
  for (const [, from = '', to = ''] of written.matchAll(RANGE)) sum += Math.max(0, codeOf(to) - codeOf(from));
  return sum;
}

function codeOf(end: string): number {
  const hex = /^\\x\{?([0-9A-Fa-f]+)\}?$/.exec(end)?.[1];
  return hex === undefined ? (end.replace(/^\\/, '').codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}
