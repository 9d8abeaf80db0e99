const wordsOf = (text: string) => new Set(text.split(/\s+/));

const COLOURS = wordsOf(
  `merah biru hijau kuning hitam putih abu cokelat coklat ungu oranye krem emas perak tosca toska navy maroon pink red
  blue green yellow black white grey gray brown purple orange cream beige gold silver`,
);
const SIZES = wordsOf(
  `xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl kecil sedang besar jumbo mini small medium large regular reguler`,
);

export type WordKind = 'size' | 'colour' | 'measure' | 'word';

/** Words of one kind replace each other in names of products: `merah` and `biru`, not `merah` and `polos`. */
export function kindOf(term: string): WordKind {
  if (SIZES.has(term)) return 'size';
  if (COLOURS.has(term)) return 'colour';
  return /^\d/.test(term) ? 'measure' : 'word';
}
