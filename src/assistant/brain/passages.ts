import { type Reader, tokensOf } from './normalise.ts';
import { stemOf } from './stems.ts';

/** For BM25. */
export interface PassageIndex {
  ids: string[];
  words: Map<string, number>;
  /** Per word, in `passages` and `counts`. */
  starts: Uint32Array;
  passages: Uint32Array;
  counts: Uint8Array;
  lengths: Uint16Array;
}

export interface PassageText {
  id: string;
  text: string;
  title?: string | null;
}

export interface FoundPassage {
  id: string;
  score: number;
  /** Of the meaning of the question, from 0 to 1. */
  share: number;
  /** Enough to answer with its best sentences. */
  sure: boolean;
}

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const SURE_SHARE = 0.7;
/** One shared word is no answer, unless the question has no other. */
const LEAST_WORDS = 2;
/** A small shop lacks them: the words in its only passage would count nothing. */
const OTHER_PASSAGES = 20;
const TITLE_WEIGHT = 2;

export function indexPassages(passages: readonly PassageText[], reader: Reader): PassageIndex {
  const numbers = new Map<string, number>();
  const perWord: { passage: number; count: number }[][] = [];
  const lengths = new Uint16Array(passages.length);
  passages.forEach(({ text, title }, passage) => {
    const named = title ? contentOf(title, reader) : [];
    const own = [...longContentOf(text, reader), ...Array.from({ length: TITLE_WEIGHT }, () => named).flat()];
    lengths[passage] = Math.min(own.length, 65_535);
    const counts = new Map<string, number>();
    for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      const list = perWord[number] ?? [];
      list.push({ passage, count: Math.min(count, 255) });
      perWord[number] = list;
    }
  });
  const starts = new Uint32Array(perWord.length + 1);
  perWord.forEach((list, number) => {
    starts[number + 1] = (starts[number] ?? 0) + list.length;
  });
  const flat = perWord.flat();
  return {
    ids: passages.map(({ id }) => id),
    words: numbers,
    starts,
    passages: Uint32Array.from(flat, ({ passage }) => passage),
    counts: Uint8Array.from(flat, ({ count }) => count),
    lengths,
  };
}

/** By sentences: the tokens of a text are bounded. */
function longContentOf(text: string, reader: Reader): string[] {
  return sentencesOf(text).flatMap((sentence) => contentOf(sentence, reader));
}

function contentOf(text: string, reader: Reader): string[] {
  return tokensOf(text, reader)
    .filter((token) => !reader.stops.has(token))
    .map((token) => stemOf(token, reader.roots));
}

export function searchPassages(
  index: PassageIndex,
  text: string,
  reader: Reader,
  { limit = 3, allows = () => true }: { limit?: number; allows?: (id: string) => boolean } = {},
): FoundPassage[] {
  const total = index.ids.length;
  const average = index.lengths.reduce((sum, length) => sum + length, 0) / (total || 1);
  const scores = new Float32Array(total);
  const shares = new Float32Array(total);
  const shared = new Uint8Array(total);
  let whole = 0;
  const wanted = new Set(contentOf(text, reader));
  for (const word of wanted) {
    const number = index.words.get(word);
    const from = number === undefined ? 0 : (index.starts[number] ?? 0);
    const to = number === undefined ? 0 : (index.starts[number + 1] ?? 0);
    const idf = rarity(to - from, total);
    const weight = rarity(to - from, total + OTHER_PASSAGES);
    whole += weight;
    for (let place = from; place < to; place += 1) {
      const passage = index.passages[place] ?? 0;
      const count = index.counts[place] ?? 0;
      const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * (index.lengths[passage] ?? 0)) / average;
      const gain = (count * (SATURATION + 1)) / (count + SATURATION * length);
      scores[passage] = (scores[passage] ?? 0) + idf * gain;
      shares[passage] = (shares[passage] ?? 0) + weight;
      shared[passage] = (shared[passage] ?? 0) + 1;
    }
  }
  const found = Array.from(scores.keys()).filter(
    (each) => (scores[each] ?? 0) > 0 && allows(index.ids[each] ?? ''),
  );
  found.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  return found.slice(0, limit).map((passage) => {
    const share = (shares[passage] ?? 0) / (whole || 1);
    const sure = share >= SURE_SHARE && (shared[passage] ?? 0) >= Math.min(LEAST_WORDS, wanted.size);
    return { id: index.ids[passage] ?? '', score: scores[passage] ?? 0, share, sure };
  });
}

const rarity = (count: number, total: number): number => Math.log(1 + (total - count + 0.5) / (count + 0.5));

const SENTENCE_END = /(?<=[.!?…])\s+|\n+/u;
const MOST_SENTENCES = 3;
const LEAST_SHARED = 0.6;

function sentencesOf(text: string): string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** In their order. Empty: too little of the question, also with the title. */
export function bestSentences(
  { text: passage, title }: Pick<PassageText, 'text' | 'title'>,
  question: string,
  reader: Reader,
): string {
  const sentences = sentencesOf(passage);
  const wanted = new Set(contentOf(question, reader));
  const scored = sentences.map((sentence, at) => {
    const own = new Set(contentOf(sentence, reader));
    const shared = [...wanted].filter((word) => own.has(word)).length;
    return { at, score: shared / Math.sqrt(own.size + 3) };
  });
  const best = scored.reduce(
    (so, each) => (each.score > so.score ? each : so),
    scored[0] ?? { at: 0, score: 0 },
  );
  const chosen = scored
    .filter(({ at, score }) => at === best.at || (score >= best.score * 0.7 && Math.abs(at - best.at) <= 2))
    .slice(0, MOST_SENTENCES);
  const answer = chosen.map(({ at }) => sentences[at] ?? '').join(' ');
  const sharedWith = (told: string) => {
    const words = new Set(longContentOf(`${title ?? ''}\n${told}`, reader));
    return [...wanted].filter((word) => words.has(word)).length;
  };
  const [word] = wanted;
  if (word !== undefined && wanted.size === 1) {
    const subjects = [title ?? '', sentences[best.at] ?? ''].map((told) => contentOf(told, reader));
    return isSubject(word, subjects) ? answer : '';
  }
  const isAbout =
    sharedWith(sentences[best.at] ?? '') >= LEAST_WORDS && sharedWith(answer) >= LEAST_SHARED * wanted.size;
  return isAbout ? answer : '';
}

/** "Ada garansi?" has a single word with a meaning: it must be in the title, or begin the sentence. */
const isSubject = (word: string, [title = [], sentence = []]: readonly (readonly string[])[]): boolean =>
  title.includes(word) || sentence[0] === word;
