import { type Language, mixOf } from '../languages/language.ts';
import { readGroups, readWords } from '../languages/words.ts';
import { type Roots, rootsFor } from './stems.ts';
import { type Topics, topicsFor } from './topics.ts';

/** UTF-16 units. */
const MAX_TEXT = 2_000;
const MAX_WORD = 40;
const MAX_TOKENS = 160;
const WEIGHTS = { filler: 0.2, plain: 0.5, asking: 0.8 } as const;
const ACCENTS = /[\u0300-\u036f]/g;
const TOKEN =
  /https?:\/\/\S+|www\.\S+|[^\s@]+@[^\s@]+\.[a-z]+|[\p{L}\p{M}\p{N}]+(?:['’/-][\p{L}\p{M}\p{N}]*)*/gu;

export type Synonyms = readonly (readonly string[])[];

/** By their spellings without one letter. */
export interface Spelling {
  words: ReadonlySet<string>;
  shorter: ReadonlyMap<string, readonly string[]>;
}

export interface Reader {
  /** Chat words as tokens. */
  meanings: ReadonlyMap<string, readonly string[]>;
  /** By first token, the longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** Whose words count. */
  mix: readonly Language[];
  stops: ReadonlySet<string>;
  /** From 0 to 1. Other words count whole. */
  weights: ReadonlyMap<string, number>;
  roots: Roots;
  topics: Topics;
  /** Of the questions. */
  spelling?: Spelling;
}

interface Phrase {
  tokens: readonly string[];
  instead: readonly string[];
}

/** The first language with a chat word wins. The first member of a group replaces the others. */
export function openReader(languages: readonly Language[], synonyms: Synonyms = []): Reader {
  const meanings = new Map<string, readonly string[]>();
  for (const language of languages) {
    for (const { name, words } of readGroups('chat-words', [language])) {
      if (!meanings.has(name)) meanings.set(name, words);
    }
  }
  const mix = mixOf(languages);
  const wordsOf = (file: 'stop-words' | 'filler-words' | 'asking-words') =>
    readWords(file, mix).flatMap((line) => line.split(/\s+/));
  const stops = new Set(wordsOf('stop-words'));
  const weights = new Map(Array.from(stops, (word) => [word, WEIGHTS.plain as number]));
  for (const word of wordsOf('filler-words')) weights.set(word, WEIGHTS.filler);
  for (const word of wordsOf('asking-words')) weights.set(word, WEIGHTS.asking);
  const known = { meanings, mix, stops, weights, roots: rootsFor(mix), topics: topicsFor(mix) };
  const plain: Reader = { ...known, phrases: new Map() };
  const phrases = new Map<string, Phrase[]>();
  for (const [first = '', ...others] of synonyms) {
    const instead = tokensOf(first, plain);
    for (const other of others) {
      const tokens = tokensOf(other, plain);
      const [start] = tokens;
      if (start === undefined || instead.length === 0) continue;
      const same = [...(phrases.get(start) ?? []), { tokens, instead }];
      phrases.set(
        start,
        same.sort((one, next) => next.tokens.length - one.tokens.length),
      );
    }
  }
  return { ...known, phrases };
}

/** Lower case, no accents, chat words written out, synonyms replaced. */
export function tokensOf(text: string, reader: Reader): string[] {
  const plain = text
    .slice(0, MAX_TEXT)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .toLowerCase();
  const tokens: string[] = [];
  for (const match of plain.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break;
    pushToken(tokens, match[0], reader.meanings);
  }
  return reader.phrases.size === 0 ? tokens : replacePhrases(tokens, reader.phrases);
}

function replacePhrases(tokens: readonly string[], phrases: Reader['phrases']): string[] {
  const replaced: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const known = phrases.get(tokens[at] ?? '') ?? [];
    const found = known.find((phrase) => phrase.tokens.every((token, next) => tokens[at + next] === token));
    replaced.push(...(found?.instead ?? [tokens[at] ?? '']));
    at += found?.tokens.length ?? 1;
  }
  return replaced;
}

function pushToken(tokens: string[], found: string, meanings: Reader['meanings']): void {
  if (/^(https?:|www\.)/.test(found)) return void tokens.push('#link');
  if (found.includes('@')) return void tokens.push('#mail');
  const word = found.replaceAll('’', "'");
  const known = meanings.get(word);
  if (known) return void tokens.push(...known);
  const parts = word.split(/[-/']/).filter((part) => part !== '');
  // A plural: barang-barang.
  const words = parts.length === 2 && parts[0] === parts[1] ? parts.slice(1) : parts;
  for (const part of words) tokens.push(...spelled(part.slice(0, MAX_WORD), meanings));
}

/** `haloooo` is `halo`, `barang2` is `barang`. */
function spelled(word: string, meanings: Reader['meanings']): readonly string[] {
  const known = meanings.get(word);
  if (known) return known;
  const short = word.replace(/(\p{L})\1{2,}/gu, '$1').replace(/^(\p{L}{3,})2$/u, '$1');
  return (short === word ? undefined : meanings.get(short)) ?? [short];
}
