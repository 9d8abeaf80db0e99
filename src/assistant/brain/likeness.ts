import type { Brain } from './brain.ts';
import { GROUPS, groupOf } from './features.ts';
import { readText } from './material.ts';
import { idfOf, SHARES } from './vocabulary.ts';

/** From 0 to 1, by the features that find FAQ pairs. */
export function likenessOf({ vocabulary, reader }: Brain, one: string, other: string): number {
  const weighed = (text: string) => {
    const { hashes, shares } = readText(text, reader);
    return new Map(
      Array.from(hashes, (hash, at) => [hash, (idfOf(vocabulary, hash) * (shares[at] ?? 1)) ** 2]),
    );
  };
  const [first, second] = [weighed(one), weighed(other)];
  const [own, theirs, shared] = [sums(), sums(), sums()];
  for (const [hash, weight] of first) {
    add(own, hash, weight);
    const also = second.get(hash);
    if (also !== undefined) add(shared, hash, Math.sqrt(weight * also));
  }
  for (const [hash, weight] of second) add(theirs, hash, weight);
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
