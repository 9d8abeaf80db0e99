import { type Features, GROUPS, groupOf, WORD } from './features.ts';

/** Of words, meanings, pairs of words, letters. */
export const SHARES = [0.2, 0.4, 0.1, 0.3] as const;

/** An open-addressing table from hashes to numbers of features. */
export interface Vocabulary {
  size: number;
  /** 0: empty. */
  keys: Uint32Array;
  numbers: Uint32Array;
  /** Smoothed inverse document frequency. */
  idf: Float32Array;
  /** Of a feature that no text has. */
  unknownIdf: number;
}

/** Known features. With the unknown ones, its length is 1. */
export interface Vector {
  features: Uint32Array;
  weights: Float32Array;
  /** Less for words without much meaning. */
  content: Float32Array;
  /** Of the words, by weight. */
  known: number;
}

/** `background` says how common features are elsewhere. */
export function buildVocabulary(
  texts: readonly Uint32Array[],
  background: readonly Uint32Array[],
): Vocabulary {
  const counts = new Map<number, number>();
  for (const hashes of texts) for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const hashes = [...counts.keys()];
  for (const others of background) {
    for (const hash of others) {
      const count = counts.get(hash);
      if (count !== undefined) counts.set(hash, count + 1);
    }
  }
  const total = texts.length + background.length;
  const rarity = (count: number) => Math.log((total + 1) / (count + 0.5));
  const idf = Float32Array.from(hashes, (hash) => rarity(counts.get(hash) ?? 0));
  return { size: hashes.length, ...tableOf(hashes), idf, unknownIdf: rarity(0.5) };
}

function tableOf(hashes: readonly number[]): Pick<Vocabulary, 'keys' | 'numbers'> {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(4, hashes.length * 2)));
  const table = { keys: new Uint32Array(slots), numbers: new Uint32Array(slots) };
  hashes.forEach((hash, number) => {
    const slot = slotOf(table.keys, hash);
    table.keys[slot] = hash;
    table.numbers[slot] = number;
  });
  return table;
}

/** Or the empty slot where it belongs. */
function slotOf(keys: Uint32Array, hash: number): number {
  const last = keys.length - 1;
  let slot = hash & last;
  while (keys[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & last;
  return slot;
}

/** -1: unknown. */
function numberOf({ keys, numbers }: Vocabulary, hash: number): number {
  const slot = slotOf(keys, hash);
  return keys[slot] === hash ? (numbers[slot] ?? -1) : -1;
}

export function idfOf(vocabulary: Vocabulary, hash: number): number {
  return vocabulary.idf[numberOf(vocabulary, hash)] ?? vocabulary.unknownIdf;
}

/** `isHidden`: features of held-out texts. */
export function vectorOf(
  vocabulary: Vocabulary,
  { hashes, shares, content: contents }: Features,
  isHidden: (feature: number) => boolean = () => false,
): Vector {
  const features = new Uint32Array(hashes.length);
  const whole = new Float32Array(hashes.length);
  const content = new Float32Array(hashes.length);
  const groups = new Uint8Array(hashes.length);
  const lengths = { whole: new Float64Array(GROUPS), content: new Float64Array(GROUPS) };
  let knownWords = 0;
  let count = 0;
  for (let at = 0; at < hashes.length; at += 1) {
    const hash = hashes[at] ?? 0;
    const group = groupOf(hash);
    const feature = numberOf(vocabulary, hash);
    const isKnown = feature >= 0 && !isHidden(feature);
    const idf = isKnown ? (vocabulary.idf[feature] ?? 0) : vocabulary.unknownIdf;
    const plain = idf * (shares[at] ?? 1);
    const weight = idf * (contents[at] ?? 1);
    lengths.whole[group] = (lengths.whole[group] ?? 0) + plain * plain;
    lengths.content[group] = (lengths.content[group] ?? 0) + weight * weight;
    if (!isKnown) continue;
    if (group === WORD) knownWords += weight * weight;
    features[count] = feature;
    whole[count] = plain;
    content[count] = weight;
    groups[count] = group;
    count += 1;
  }
  const known = knownWords / (lengths.content[WORD] || 1);
  scale(whole.subarray(0, count), groups, lengths.whole);
  scale(content.subarray(0, count), groups, lengths.content);
  return {
    features: features.slice(0, count),
    weights: whole.slice(0, count),
    content: content.slice(0, count),
    known,
  };
}

function scale(weights: Float32Array, groups: Uint8Array, lengths: Float64Array): void {
  const scales = SHARES.map((share, group) => Math.sqrt(share / (lengths[group] || 1)));
  for (let at = 0; at < weights.length; at += 1) {
    weights[at] = (weights[at] ?? 0) * (scales[groups[at] ?? 0] ?? 0);
  }
}
