import type { Brain } from './brain.ts';
import { GROUPS, groupOf } from './features.ts';
import { readText } from './material.ts';
import { idfOf, SHARES } from './vocabulary.ts';

/** How like two texts are, from 0 to 1, by the features that find FAQ pairs: rare words count more. */
export function likenessOf({ vocabulary, reader }: Brain, one: string, other: string): number {
  const [first, second] = [readText(one, reader).hashes, new Set(readText(other, reader).hashes)];
  const [own, theirs, shared] = [sums(), sums(), sums()];
  for (const hash of first) {
    const weight = idfOf(vocabulary, hash) ** 2;
    add(own, hash, weight);
    if (second.has(hash)) add(shared, hash, weight);
  }
  for (const hash of second) add(theirs, hash, idfOf(vocabulary, hash) ** 2);
  return SHARES.reduce((total, share, group) => {
    const length = Math.sqrt((own[group] ?? 0) * (theirs[group] ?? 0));
    return total + (length === 0 ? 0 : (share * (shared[group] ?? 0)) / length);
  }, 0);
}

const sums = () => new Float64Array(GROUPS);

function add(to: Float64Array, hash: number, weight: number): void {
  const group = groupOf(hash);
  to[group] = (to[group] ?? 0) + weight;
}
