import { isLonger } from '../platform/lib/text.ts';
import { compileExpression, type Expression, expressionProblem, MAX_EXPRESSION_TEXT } from './expressions.ts';
import { isSimilar, similarityOf, type Word } from './similar-words.ts';

/** From exact to general, the order within one priority. */
export const MATCH_KINDS = ['exact', 'starts', 'ends', 'word', 'contains', 'fuzzy', 'regex', 'any'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const MAX_PATTERNS = 100;
/** In code points. */
export const MAX_PATTERN = 200;
const MAX_FUZZY_WORDS = 8;
/** Compared UTF-16 units. */
const MAX_COMPARED = 4_096;
const MAX_COMPARED_WORDS = 100;

const INVISIBLE = /\p{Cf}|\uFE0F|\u20E3/gu;
const BLANKS = /\s+/gu;
/** Not currency and mathematical signs: `c++` and `5%` differ from `c` and `5`. */
const OUTER = '[\\p{P}\\p{Z}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
const EDGES = new RegExp(`^${OUTER}+|(?<!${OUTER})${OUTER}+$`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

export interface PreparedText {
  text: string;
  /** With punctuation, for patterns of punctuation or emoji. */
  whole: string;
  written: string;
  /** With one blank around each: ` jam buka `. */
  words: string;
  readonly similar: readonly Word[];
}

export interface Pattern {
  kind: MatchKind;
  text: string;
  length: number;
  test(message: PreparedText): boolean;
}

/** Null: a message without text, which only `any` matches. */
export function prepareText(text: string | null): PreparedText {
  const compared = (text ?? '').slice(0, MAX_COMPARED);
  const whole = folded(compared);
  const words = wordsOf(whole);
  let similar: readonly Word[] | null = null;
  return {
    text: trimmed(whole),
    whole,
    written: compared.normalize('NFKC').replace(BLANKS, ' ').trim().slice(0, MAX_EXPRESSION_TEXT),
    words: ` ${words.join(' ')} `,
    get similar() {
      similar ??= words.slice(0, MAX_COMPARED_WORDS).map(similarityOf);
      return similar;
    },
  };
}

/** Ignores case, width, blanks and outer punctuation. Of a long text, its beginning. */
export const normalise = (text: string): string => trimmed(folded(text.slice(0, MAX_COMPARED)));

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .trim();
}

/** A text of punctuation or emoji alone keeps them. */
function trimmed(text: string): string {
  return text.replace(EDGES, '') || text;
}

const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

/** The pattern must have no problem. */
export function compilePattern(kind: MatchKind, pattern: string): Pattern {
  const text = kind === 'regex' ? pattern : normalise(pattern);
  return { kind, text, length: [...text].length, test: testOf(kind, text) };
}

type Test = Pattern['test'];

function testOf(kind: MatchKind, text: string): Test {
  const comparedBy = (message: PreparedText) => (hasWords(text) ? message.text : message.whole);
  switch (kind) {
    case 'exact':
      return (message) => comparedBy(message) === text;
    case 'starts':
      return (message) => comparedBy(message).startsWith(text);
    case 'ends':
      return (message) => comparedBy(message).endsWith(text);
    case 'word':
      return wordTest(text);
    case 'contains':
      return (message) => message.whole.includes(text);
    case 'fuzzy':
      return fuzzyTest(text);
    case 'regex':
      return regexTest(text);
    case 'any':
      return () => true;
    default:
      return kind satisfies never;
  }
}

const hasWords = (text: string): boolean => text.search(WORDS) !== -1;

/** With any blanks and punctuation between the words. */
function wordTest(text: string): Test {
  if (!hasWords(text)) return (message) => message.whole.includes(text);
  const words = ` ${wordsOf(text).join(' ')} `;
  return (message) => message.words.includes(words);
}

function fuzzyTest(text: string): Test {
  if (!hasWords(text)) return (message) => message.whole === text;
  const wanted = wordsOf(text).map(similarityOf);
  return ({ similar }) =>
    similar.some((_, start) =>
      wanted.every((word, n) => {
        const other = similar[start + n];
        return other !== undefined && isSimilar(word, other);
      }),
    );
}

/** Compiled on first use. */
function regexTest(text: string): Test {
  let compiled: Expression | null = null;
  return ({ written }) => {
    compiled ??= compileExpression(text);
    return compiled.test(written);
  };
}

/** Why a pattern cannot be saved. */
export function patternProblem(kind: MatchKind, pattern: string): string | null {
  if (isLonger(pattern, MAX_PATTERN)) return `must have at most ${MAX_PATTERN} characters`;
  if (kind === 'regex') return expressionProblem(pattern);
  const text = normalise(pattern);
  if (text === '') return 'is required';
  const isLong = kind === 'fuzzy' && wordsOf(text).length > MAX_FUZZY_WORDS;
  return isLong ? `must have at most ${MAX_FUZZY_WORDS} words` : null;
}
