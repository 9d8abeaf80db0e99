/** The low bits of a hash name the group. */
export const GROUPS = 4;
export const WORD = 0;
const STEM = 1;
const PAIR = 2;
const LETTERS = 3;
const GROUP_MASK = 7;
const FIRST = 2_166_136_261;
const PRIME = 16_777_619;
const SHORTEST = 3;
const LONGEST = 5;
const EDGE = 95;
/** Of all topics of a word, beside its meaning. */
const TOPICS = 1.2;

export function groupOf(hash: number): number {
  return hash & GROUP_MASK;
}

/** Each counts from 0 to 1. */
export interface Features {
  hashes: Uint32Array;
  shares: Float32Array;
  content: Float32Array;
}

export interface Reading {
  stemOf: (token: string) => string;
  weightOf: (token: string) => number;
  /** With the phrases that begin there. */
  topicsOf: (tokens: readonly string[], at: number) => readonly string[];
}

/** Words, stems, topics, pairs of words, runs of letters. */
export function featuresOf(tokens: readonly string[], { stemOf, weightOf, topicsOf }: Reading): Features {
  const found = new Map<number, { share: number; content: number }>();
  const add = (hash: number, share: number, weight: number) => {
    const known = found.get(hash);
    if (!known) found.set(hash, { share, content: share * weight });
    else {
      known.share = Math.max(known.share, share);
      known.content = Math.max(known.content, share * weight);
    }
  };
  let before = FIRST;
  let beforeWeight = 0;
  tokens.forEach((token, at) => {
    const word = hashText(FIRST, token);
    const weight = weightOf(token);
    add(inGroup(word, WORD), 1, weight);
    add(inGroup(hashText(FIRST, stemOf(token)), STEM), 1, weight);
    const topics = topicsOf(tokens, at);
    const ofEach = TOPICS / Math.sqrt(topics.length);
    for (const topic of topics) add(inGroup(hashText(FIRST, topic), STEM), ofEach, 1);
    add(inGroup(hashText(mix(before, EDGE), token), PAIR), 1, Math.max(weight, beforeWeight));
    addLetters(token, (hash) => add(hash, 1, weight));
    before = word;
    beforeWeight = weight;
  });
  if (tokens.length > 0) add(inGroup(mix(before, EDGE), PAIR), 1, beforeWeight);
  const values = [...found.values()];
  return {
    hashes: Uint32Array.from(found.keys()),
    shares: Float32Array.from(values, ({ share }) => share),
    content: Float32Array.from(values, ({ content }) => content),
  };
}
/** With the edges of the word. */
function addLetters(token: string, add: (hash: number) => void): void {
  const length = token.length + 2;
  for (let start = 0; start + SHORTEST <= length; start += 1) {
    let hash = FIRST;
    for (let size = 1; size <= LONGEST && start + size <= length; size += 1) {
      const at = start + size - 2;
      hash = mix(hash, at < 0 || at >= token.length ? EDGE : token.charCodeAt(at));
      if (size >= SHORTEST) add(inGroup(hash, LETTERS));
    }
  }
}

function hashText(from: number, text: string): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME) >>> 0;
}

function inGroup(hash: number, group: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return (((spread ^ (spread >>> 13)) & ~GROUP_MASK) | group) >>> 0;
}
