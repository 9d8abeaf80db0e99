import { type Language, mixOf, perMix } from '../languages/language.ts';
import { hashOfWords } from '../languages/words.ts';
import type { Brain } from './brain.ts';
import { withSpelling } from './material.ts';
import { openReader } from './normalise.ts';

/** Raise it when a model holds something else: others are not read. */
const VERSION = 3;
/** Raise it when texts are read or learned in another way: other models answer until the next training. */
const METHOD = 4;
const ofMix = perMix((mix) => `${VERSION}.${METHOD}.${hashOfWords(mix)}`);

/** Changes when models of the languages are learned in another way. */
export const programOf = (languages: readonly Language[]): string => ofMix(mixOf(languages));
const MARK = 'kurir-brain';
const ALIGNMENT = 8;
const LENGTHS = 4;

type Numbers = Int8Array | Uint8Array | Uint16Array | Uint32Array | Float32Array;
type Kind = 'i8' | 'u8' | 'u16' | 'u32' | 'f32';

interface Section {
  kind: Kind;
  start: number;
  length: number;
}

interface Head {
  mark: string;
  version: number;
  program: string;
  plain: Pick<Brain, 'languages' | 'synonyms' | 'ids' | 'questions' | 'judges' | 'bands' | 'expected'>;
  vocabulary: { size: number; unknownIdf: number };
  passages: { ids: string[]; words: string[] };
  sections: Record<string, Section>;
}

/** The length of the head, the head as JSON, the numbers. */
export function toBytes(brain: Brain): Uint8Array {
  const arrays = arraysOf(brain);
  const { sections, size } = layOut(arrays);
  const { languages, synonyms, ids, questions, judges, bands, expected, vocabulary, passages } = brain;
  const head: Head = {
    mark: MARK,
    version: VERSION,
    program: programOf(brain.languages),
    plain: { languages, synonyms, ids, questions, judges, bands, expected },
    vocabulary: { size: vocabulary.size, unknownIdf: vocabulary.unknownIdf },
    passages: { ids: passages.ids, words: [...passages.words.keys()] },
    sections,
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const body = bodyStart(text.length);
  const bytes = new Uint8Array(body + size);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, LENGTHS);
  for (const [name, numbers] of Object.entries(arrays)) {
    const view = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    bytes.set(view, body + (sections[name]?.start ?? 0));
  }
  return bytes;
}

function arraysOf({ vocabulary, matcher, passages }: Brain): Record<string, Numbers> {
  const { postings, owners, softmax } = matcher;
  return {
    keys: vocabulary.keys,
    numbers: vocabulary.numbers,
    idf: vocabulary.idf,
    starts: postings.starts,
    questions: postings.questions,
    weights: postings.weights,
    owners,
    ...(softmax && {
      softmaxRows: softmax.rows,
      softmaxWeights: softmax.weights,
      softmaxUnits: softmax.units,
      softmaxBiases: softmax.biases,
    }),
    passageStarts: passages.starts,
    passagePlaces: passages.passages,
    passageCounts: passages.counts,
    passageLengths: passages.lengths,
  };
}

function layOut(arrays: Record<string, Numbers>) {
  const sections: Record<string, Section> = {};
  let size = 0;
  for (const [name, numbers] of Object.entries(arrays)) {
    sections[name] = { kind: kindOf(numbers), start: size, length: numbers.length };
    size += Math.ceil(numbers.byteLength / ALIGNMENT) * ALIGNMENT;
  }
  return { sections, size };
}

function kindOf(numbers: Numbers): Kind {
  if (numbers instanceof Int8Array) return 'i8';
  if (numbers instanceof Uint8Array) return 'u8';
  if (numbers instanceof Uint16Array) return 'u16';
  return numbers instanceof Uint32Array ? 'u32' : 'f32';
}

function bodyStart(textLength: number): number {
  return Math.ceil((LENGTHS + textLength) / ALIGNMENT) * ALIGNMENT;
}

/** Null: of another version. `isCurrent` false: of another program. Train again in both cases. */
export function fromBytes(bytes: Uint8Array): { brain: Brain; isCurrent: boolean } | null {
  // The numbers are read in place, from an aligned copy.
  const own = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
  const length = own.length < LENGTHS ? -1 : new DataView(own.buffer, own.byteOffset).getUint32(0, true);
  if (length < 0 || LENGTHS + length > own.length) return null;
  const head = readHead(own.subarray(LENGTHS, LENGTHS + length));
  if (!head) return null;
  const body = own.byteOffset + bodyStart(length);
  const part = <T>(
    name: string,
    kind: new (buffer: ArrayBufferLike, start: number, length: number) => T,
  ): T => {
    const section = head.sections[name];
    return new kind(own.buffer, body + (section?.start ?? 0), section?.length ?? 0);
  };
  const { plain, vocabulary, passages } = head;
  const entries = plain.ids.length;
  const starts = part('starts', Uint32Array);
  const owners = part('owners', Uint32Array);
  const postings = {
    starts,
    questions: part('questions', Uint32Array),
    weights: part('weights', Float32Array),
    count: owners.length,
  };
  const softmax = head.sections.softmaxRows && {
    rows: part('softmaxRows', Uint32Array),
    weights: part('softmaxWeights', Int8Array),
    units: part('softmaxUnits', Float32Array),
    biases: part('softmaxBiases', Float32Array),
    entries,
  };
  const brain = {
    ...plain,
    vocabulary: {
      ...vocabulary,
      keys: part('keys', Uint32Array),
      numbers: part('numbers', Uint32Array),
      idf: part('idf', Float32Array),
    },
    matcher: { postings, owners, entries, softmax: softmax ?? null },
    passages: {
      ids: passages.ids,
      words: new Map(passages.words.map((word, number) => [word, number])),
      starts: part('passageStarts', Uint32Array),
      passages: part('passagePlaces', Uint32Array),
      counts: part('passageCounts', Uint8Array),
      lengths: part('passageLengths', Uint16Array),
    },
    reader: withSpelling(openReader(plain.languages, plain.synonyms), plain.questions),
  };
  return { brain, isCurrent: head.program === programOf(plain.languages) };
}

function readHead(text: Uint8Array): Head | null {
  try {
    // Written by `toBytes`; the mark and the version prove the shape.
    const head = JSON.parse(new TextDecoder().decode(text)) as Head;
    return head.mark === MARK && head.version === VERSION ? head : null;
  } catch {
    // Not JSON: bytes of something else.
    return null;
  }
}
