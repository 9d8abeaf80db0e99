/** A word, prepared for comparisons that forgive typing errors. */
export interface Word {
  letters: readonly string[];
  /** One bit per letter, modulo 32: words that differ in too many bits are not compared. */
  bits: number;
  /** Typing errors that are forgiven. */
  errors: number;
}

/** Letters of a word that are compared. */
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

/** Whether `other` is the word with a typing error: a wrong, missing, additional or exchanged letter. */
export function isSimilar(word: Word, other: Word): boolean {
  const { letters, errors } = word;
  if (Math.abs(letters.length - other.letters.length) > errors) return false;
  if (bitCount(word.bits ^ other.bits) > 2 * errors) return false;
  return distance(letters, other.letters) <= errors;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Damerau and Levenshtein's distance, with each letter in at most one exchange. */
function distance(one: readonly string[], other: readonly string[]): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  one.forEach((letter, n) => {
    const next = [n + 1];
    other.forEach((each, m) => {
      const changed = at(row, m) + (letter === each ? 0 : 1);
      const best = Math.min(changed, at(row, m + 1) + 1, at(next, m) + 1);
      const isExchange = n > 0 && m > 0 && letter === other[m - 1] && one[n - 1] === each;
      next.push(isExchange ? Math.min(best, at(before, m - 1) + 1) : best);
    });
    [before, row] = [row, next];
  });
  return at(row, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
