import { RE2JS } from 're2js';
import { isLonger } from '../lib/text.ts';
import { isSimilar, similarityOf, type Word } from './similar-words.ts';

/** The first is the most exact. Rules of one priority apply in this order. */
export const MATCH_KINDS = ['exact', 'starts', 'ends', 'word', 'contains', 'fuzzy', 'regex', 'any'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** Of one rule or trigger. */
export const MAX_PATTERNS = 100;
/** In code points. */
export const MAX_PATTERN = 200;
/** Instructions of the compiled expression: a match of 500 characters then takes some milliseconds. */
const MAX_REGEX_SIZE = 500;
/** UTF-16 units of a message that are compared. */
const MAX_HEARD = 4_096;
const MAX_HEARD_BY_REGEX = 500;
const MAX_HEARD_WORDS = 100;

const INVISIBLE = /\p{Cf}|\uFE0F|\u20E3/gu;
const BLANKS = /\s+/gu;
/** Not currency and mathematical signs: `c++` and `5%` differ from `c` and `5`. */
const OUTER = '[\\p{P}\\p{Z}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
const EDGES = new RegExp(`^${OUTER}+|(?<!${OUTER})${OUTER}+$`, 'gu');
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** A message of the customer, prepared once for all patterns. */
export interface Said {
  /** Without the punctuation around it. */
  text: string;
  /** With it, for patterns that are punctuation or emoji. */
  whole: string;
  /** For regular expressions. */
  written: string;
  /** The words with one blank around each: ` jam buka `. */
  words: string;
  readonly similar: readonly Word[];
}

export interface Pattern {
  kind: MatchKind;
  /** As the comparison takes it. */
  text: string;
  /** Longer patterns apply first. */
  length: number;
  test(said: Said): boolean;
}

/** Null: a message without text, which only `any` matches. */
export function listen(text: string | null): Said {
  const heard = (text ?? '').slice(0, MAX_HEARD);
  const whole = folded(heard);
  const words = wordsOf(whole);
  let similar: readonly Word[] | null = null;
  return {
    text: trimmed(whole),
    whole,
    written: heard.normalize('NFKC').replace(BLANKS, ' ').trim().slice(0, MAX_HEARD_BY_REGEX),
    words: ` ${words.join(' ')} `,
    get similar() {
      similar ??= words.slice(0, MAX_HEARD_WORDS).map(similarityOf);
      return similar;
    },
  };
}

/** Equal for texts that differ in case, width, blanks, and punctuation around them. */
export const normalise = (text: string): string => trimmed(folded(text));

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

function testOf(kind: MatchKind, text: string): (said: Said) => boolean {
  const heard = ({ text: said, whole }: Said) => (hasWords(text) ? said : whole);
  switch (kind) {
    case 'exact':
      return (said) => heard(said) === text;
    case 'starts':
      return (said) => heard(said).startsWith(text);
    case 'ends':
      return (said) => heard(said).endsWith(text);
    case 'word':
      return wordTest(text);
    case 'contains':
      return (said) => said.whole.includes(text);
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

/** Whole words that follow each other; blanks and punctuation between them do not count. */
function wordTest(text: string): (said: Said) => boolean {
  if (!hasWords(text)) return (said) => said.whole.includes(text);
  const words = ` ${wordsOf(text).join(' ')} `;
  return (said) => said.words.includes(words);
}

function fuzzyTest(text: string): (said: Said) => boolean {
  if (!hasWords(text)) return (said) => said.whole === text;
  const wanted = wordsOf(text).map(similarityOf);
  return ({ similar }) =>
    similar.some((_, start) =>
      wanted.every((word, n) => {
        const other = similar[start + n];
        return other !== undefined && isSimilar(word, other);
      }),
    );
}

function regexTest(text: string): (said: Said) => boolean {
  const expression = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  return (said) => expression.matcher(said.written).find();
}

/** Why a pattern cannot be saved. */
export function patternProblem(kind: MatchKind, pattern: string): string | null {
  if (isLonger(pattern, MAX_PATTERN)) return `must have at most ${MAX_PATTERN} characters`;
  if (kind !== 'regex') return normalise(pattern) === '' ? 'is required' : null;
  try {
    const size = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize();
    return size > MAX_REGEX_SIZE ? 'is too large: use fewer or smaller repetitions' : null;
  } catch {
    return 'must be a regular expression as RE2 has them, without look-ahead and back-references';
  }
}
