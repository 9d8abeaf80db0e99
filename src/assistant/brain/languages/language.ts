/** Each is a folder here, with words and word files as the others have them. */
export const LANGUAGES = ['id', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words of one language that the code asks for by name. Word files beside them hold longer lists. */
export interface LanguageWords {
  /** Frequent words that no other language has. */
  marks: ReadonlySet<string>;
  /** Endings that a root may have, and beginnings with the letters that they may have replaced. */
  suffixes: readonly string[];
  prefixes: readonly (readonly [prefix: string, letters: readonly string[]])[];
  /** Forms of address and particles around an answer: `the red one please`. */
  beforeAnswer: ReadonlySet<string>;
  afterAnswer: ReadonlySet<string>;
  tables: TableWords;
}

type Header =
  | 'colour'
  | 'size'
  | 'material'
  | 'weight'
  | 'brand'
  | 'flavour'
  | 'warranty'
  | 'description'
  | 'category'
  | 'expiry'
  | 'content'
  | 'dimension';

/** Of a question about rows of a table, after `termsOf`. */
export interface TableWords {
  /** They ask for the column. */
  price: ReadonlySet<string>;
  stock: ReadonlySet<string>;
  unit: ReadonlySet<string>;
  /** They ask for the column only when nothing else is asked for. */
  perhapsPrice: ReadonlySet<string>;
  perhapsStock: ReadonlySet<string>;
  /** They change no question. */
  fillers: ReadonlySet<string>;
  /** They change none either, unless a product has them in its name. */
  softFillers: ReadonlySet<string>;
  /** They connect a question with the one before. */
  connecting: ReadonlySet<string>;
  buying: ReadonlySet<string>;
  colours: ReadonlySet<string>;
  sizes: ReadonlySet<string>;
  /** What customers say of goods. */
  saidOfGoods: ReadonlySet<string>;
  /** Names of columns that mean the same in all languages. */
  headers: Readonly<Record<Header, ReadonlySet<string>>>;
}

export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
