import { isSimilar, similarityOf } from '../similar-words.ts';
import { bare } from './terms.ts';

/** In letters. */
const LONG = 5;
const LONG_ALONE = 6;
const SHORTEST_PREFIX = 4;
const CONSONANTS = /^[^aeiou\d]{3,}$/;
const VOWELS = /[aeiou]/g;
const MAX_SPELLINGS = 20;
const BYTES = { term: 120, posting: 8, entry: 24 };

/** Of a removed row: places start at 1. */
const NO_PLACE = 0;

export interface Match {
  place: number;
  /** The question has one whole name. */
  isWhole: boolean;
  /** Of the name. */
  missing: number;
  /** Of the question. */
  words: number;
}

export interface Found {
  matches: readonly Match[];
  /** Spelled as in the table. */
  isExact: boolean;
}

export class ProductIndex {
  readonly #postings = new Map<string, number[]>();
  /** Per name: its row and number of words. */
  readonly #places: number[] = [];
  readonly #sizes: number[] = [];
  readonly #byLetter = new Map<string, string[]>();
  /** Entries of removed rows. */
  readonly #free: number[] = [];
  readonly #plainWords: ReadonlySet<string>;
  #count = 0;

  /** They are no typing errors. */
  constructor(plainWords: ReadonlySet<string> = new Set()) {
    this.#plainWords = plainWords;
  }

  add(place: number, terms: readonly string[]): void {
    const distinct = new Set(terms);
    if (distinct.size === 0) return;
    const entry = this.#free.pop() ?? this.#places.length;
    this.#places[entry] = place;
    this.#sizes[entry] = distinct.size;
    for (const term of distinct) {
      const known = this.#postings.get(term);
      if (known) known.push(entry);
      else this.#learn(term, entry);
    }
    this.#count += distinct.size;
  }

  #learn(term: string, entry: number): void {
    this.#postings.set(term, [entry]);
    // An article number is not searched for typing errors.
    if (/\d/.test(term)) return;
    const letter = term.charAt(0);
    const same = this.#byLetter.get(letter);
    if (same) same.push(term);
    else this.#byLetter.set(letter, [term]);
  }

  remove(places: ReadonlySet<number>): void {
    const gone = new Uint8Array(this.#places.length);
    for (let entry = 0; entry < gone.length; entry += 1) {
      if (!places.has(this.#places[entry] ?? NO_PLACE)) continue;
      gone[entry] = 1;
      this.#places[entry] = NO_PLACE;
      this.#free.push(entry);
    }
    if (!gone.includes(1)) return;
    for (const [term, entries] of this.#postings) {
      if (!entries.some((entry) => gone[entry] === 1)) continue;
      const kept = entries.filter((entry) => gone[entry] === 0);
      this.#count -= entries.length - kept.length;
      if (kept.length > 0) this.#postings.set(term, kept);
      else this.#forget(term);
    }
  }

  #forget(term: string): void {
    this.#postings.delete(term);
    const same = this.#byLetter.get(term.charAt(0));
    const at = same?.indexOf(term) ?? -1;
    if (at !== -1) same?.splice(at, 1);
  }

  get size(): number {
    return (
      this.#postings.size * BYTES.term + this.#count * BYTES.posting + this.#places.length * BYTES.entry + 1
    );
  }

  has(term: string): boolean {
    return this.#postings.has(term);
  }

  /** With all terms. Null: one belongs to no product. */
  search(terms: readonly string[]): Found | null {
    const words = this.#joined(terms);
    const hasExact = words.some((word) => this.has(word) || this.has(bare(word)));
    const seen = new Uint8Array(this.#places.length);
    let isExact = true;
    for (const [at, word] of words.entries()) {
      const spellings = this.#spellings(word, hasExact);
      if (spellings.length === 0) return null;
      isExact &&= spellings.length === 1 && spellings[0] === word;
      for (const spelling of spellings) {
        for (const entry of this.#postings.get(spelling) ?? []) if (seen[entry] === at) seen[entry] = at + 1;
      }
    }
    const entries: number[] = [];
    for (let entry = 0; entry < seen.length; entry += 1)
      if (seen[entry] === words.length) entries.push(entry);
    return { matches: this.#matches(entries, words.length), isExact };
  }

  /** They share the rarest terms, the best first. */
  nearest(terms: readonly string[], limit: number): number[] {
    const scores = new Map<number, number>();
    for (const term of new Set(terms)) {
      const entries = this.#postings.get(term) ?? this.#postings.get(bare(term)) ?? [];
      const weight = Math.log(1 + this.#places.length / (1 + entries.length));
      for (const entry of entries) {
        const place = this.#places[entry] ?? 0;
        scores.set(place, Math.max(scores.get(place) ?? 0, 0) + weight / Math.sqrt(this.#sizes[entry] ?? 1));
      }
    }
    const ranked = [...scores].sort(([, one], [, other]) => other - one);
    return ranked.slice(0, limit).map(([place]) => place);
  }

  /** `power bank` is a product `powerbank`. */
  #joined(terms: readonly string[]): string[] {
    const words: string[] = [];
    for (let at = 0; at < terms.length; at += 1) {
      const [one = '', next] = [terms[at], terms[at + 1]];
      const whole = next === undefined ? null : one + next;
      const isOne = whole !== null && this.has(whole) && !(this.has(one) && this.has(next ?? ''));
      words.push(isOne ? whole : one);
      if (isOne) at += 1;
    }
    return [...new Set(words)];
  }

  /** Exactly, else what it may mean. A number is never another one. */
  #spellings(word: string, hasExact: boolean): string[] {
    if (this.has(word)) return [word];
    const short = bare(word);
    if (this.has(short)) return [short];
    if (/\d/.test(word)) return [];
    const letters = hasExact ? LONG : LONG_ALONE;
    const isPlain = this.#plainWords.has(word) || this.#plainWords.has(short);
    const typos = isPlain || short.length < letters ? [] : this.#among(short, isTypoOf(short));
    if (typos.length > 0 || !hasExact) return typos;
    return this.#among(short, isShortFor(short));
  }

  #among(word: string, test: (term: string) => boolean): string[] {
    const same = this.#byLetter.get(word.charAt(0)) ?? [];
    const found: string[] = [];
    for (const term of same) {
      if (test(term)) found.push(term);
      if (found.length > MAX_SPELLINGS) return [];
    }
    return found;
  }

  /** The best name of each row. */
  #matches(entries: readonly number[], words: number): Match[] {
    const best = new Map<number, number>();
    for (const entry of entries) {
      const place = this.#places[entry] ?? 0;
      const missing = Math.max(0, (this.#sizes[entry] ?? 0) - words);
      const known = best.get(place);
      if (known === undefined || missing < known) best.set(place, missing);
    }
    const matches = [...best].map(([place, missing]) => ({ place, missing, words, isWhole: missing === 0 }));
    return matches.sort((one, other) => one.missing - other.missing || one.place - other.place);
  }
}

function isTypoOf(word: string): (term: string) => boolean {
  const similar = similarityOf(word);
  return (term) =>
    Math.abs(term.length - word.length) <= similar.errors && isSimilar(similar, similarityOf(term));
}

function isShortFor(word: string): (term: string) => boolean {
  const isSkeleton = CONSONANTS.test(word);
  return (term) =>
    (isSkeleton && term.length > word.length && term.replace(VOWELS, '') === word) ||
    (word.length >= SHORTEST_PREFIX && term.startsWith(word));
}
