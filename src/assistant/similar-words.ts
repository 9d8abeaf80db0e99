import { editDistance } from '../platform/lib/edit-distance.ts';

export interface Word {
  letters: readonly string[];
  /** One bit per letter, modulo 32, to skip most comparisons. */
  bits: number;
  errors: number;
}

const MAX_LETTERS = 40;
/** `haloooo` is `halo`. */
const DRAWN_OUT = /(\p{L})\1{2,}/gu;

export function similarityOf(word: string): Word {
  const letters = [...word.replace(DRAWN_OUT, '$1')].slice(0, MAX_LETTERS);
  let bits = 0;
  for (const letter of letters) bits |= 1 << ((letter.codePointAt(0) ?? 0) % 32);
  return { letters, bits, errors: errorsIn(letters) };
}

/** A number with another digit is another number. */
function errorsIn(letters: readonly string[]): number {
  if (letters.length < 4 || letters.some((letter) => /\p{N}/u.test(letter))) return 0;
  return letters.length < 8 ? 1 : 2;
}

/** Forgives wrong, missing, additional or exchanged letters. */
export function isSimilar(word: Word, other: Word): boolean {
  const { letters, errors } = word;
  if (Math.abs(letters.length - other.letters.length) > errors) return false;
  if (bitCount(word.bits ^ other.bits) > 2 * errors) return false;
  return isWithin(letters, other.letters, errors);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function isWithin(one: readonly string[], other: readonly string[], errors: number): boolean {
  const same = Math.min(one.length, other.length);
  let start = 0;
  while (start < same && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < same - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (
    editDistance(one.slice(start, one.length - end), other.slice(start, other.length - end), errors) <= errors
  );
}
