import { setOf } from '../languages/words.ts';

const COLOURS = setOf(({ tables }) => tables.colours);
const SIZES = setOf(({ tables }) => tables.sizes);

export type WordKind = 'size' | 'colour' | 'measure' | 'word';

/** They replace each other in names: `merah` and `biru`, not `merah` and `polos`. */
export function kindOf(term: string): WordKind {
  if (SIZES.has(term)) return 'size';
  if (COLOURS.has(term)) return 'colour';
  return /^\d/.test(term) ? 'measure' : 'word';
}
