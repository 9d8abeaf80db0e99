import { meaningsIn, setOf } from '../languages/words.ts';
import { kindOf } from './kinds.ts';
import { bare } from './terms.ts';

/** Words after `termsOf`. */
const STRONG = {
  price: setOf(({ tables }) => tables.price),
  stock: setOf(({ tables }) => tables.stock),
  unit: setOf(({ tables }) => tables.unit),
} as const;
const WEAK = {
  stock: setOf(({ tables }) => tables.perhapsStock),
  price: setOf(({ tables }) => tables.perhapsPrice),
} as const;
const FILLERS = setOf(({ tables }) => tables.fillers);
const SOFT_FILLERS = setOf(({ tables }) => tables.softFillers);
const CONNECTING = setOf(({ tables }) => tables.connecting);
const BUYING = setOf(({ tables }) => tables.buying);
const NOT = setOf(({ tables }) => tables.not);
const MEANINGS = meaningsIn(({ tables }) => tables.headers);
const MAX_TERMS = 12;

export interface AskableColumn {
  at: number;
  role: 'price' | 'stock' | 'unit' | 'text' | 'variant';
  /** Of its header. */
  terms: readonly string[];
}

export interface Asked {
  columns: readonly number[];
  /** What should be a product. */
  terms: readonly string[];
}

function meaningOf(term: string): string {
  const meaning = MEANINGS.get(term);
  return meaning === undefined ? term : `=${meaning}`;
}

const isFiller = (term: string) => FILLERS.has(term) || FILLERS.has(bare(term));

export const headerTerms = (terms: readonly string[]): string[] =>
  [...new Set(terms.map(bare))].filter((term) => !FILLERS.has(term)).map(meaningOf);

/** By which customers find the product. */
export function nameTerms(terms: readonly string[]): readonly string[] {
  const own = terms.filter((term) => !isFiller(term));
  return own.length > 0 ? own : terms;
}

/** Null: no column of the table, or one that it does not have. */
export function askedOf(
  said: readonly string[],
  columns: readonly AskableColumn[],
  hasProductWith: (term: string) => boolean,
): Asked | null {
  const asked = partsOf(said, columns, hasProductWith);
  return asked && asked.columns.length > 0 && asked.terms.length > 0 ? asked : null;
}

/** Other columns, other words of the product, or both. Null: nothing, or something that may mean more. */
export function addedBy(
  said: readonly string[],
  columns: readonly AskableColumn[],
  hasProductWith: (term: string) => boolean,
): Asked | null {
  const words = said.map(bare);
  const added = partsOf(
    said.filter((_, n) => !CONNECTING.has(words[n] ?? '')),
    columns,
    hasProductWith,
  );
  if (!added) return null;
  const { terms } = added;
  const hasAmount = words.some((word) => BUYING.has(word)) && terms.some((term) => /^\d+$/.test(term));
  const isDenied = said.some((term, n) => NOT.has(words[n - 1] ?? '') && terms.includes(term));
  if (hasAmount || isDenied) return null;
  // "Which colours are there" asks for other products.
  if (terms.length === 0) return words.some((word) => SOFT_FILLERS.has(word)) ? null : added;
  const isVariant = (place: number) => columns.some(({ at, role }) => at === place && role === 'variant');
  return { terms, columns: added.columns.filter((place) => !isVariant(place)) };
}

/** What a question about price or stock means. Empty: it asks for something else. */
export function namedBy(said: readonly string[], hasProductWith: (term: string) => boolean): string[] {
  if (!said.some((term) => isQuestionWord(bare(term)))) return [];
  return namesIn(said, hasProductWith);
}

function namesIn(said: readonly string[], hasProductWith: (term: string) => boolean): string[] {
  const rest = said.filter((term) => !isQuestionWord(bare(term)) && !isFiller(term));
  return rest.filter((term) => !SOFT_FILLERS.has(bare(term)) || hasProductWith(term));
}

function partsOf(
  said: readonly string[],
  columns: readonly AskableColumn[],
  hasProductWith: (term: string) => boolean,
): Asked | null {
  const words = said.map((term) => bare(term));
  const used = new Set<number>();
  const asked = new Set<number>();
  const byHeader = columns.filter(({ terms }) => terms.length > 0);
  for (const { at, role, terms } of byHeader.sort((one, other) => other.terms.length - one.terms.length)) {
    const places = terms.map((term) =>
      words.findIndex((word, n) => !used.has(n) && meaningOf(word) === term),
    );
    if (places.includes(-1)) continue;
    for (const place of places) used.add(place);
    const next = words[Math.max(...places) + 1];
    // `ukuran L` names a product, `ukuran kaos` asks for its sizes.
    if (role !== 'variant' || next === undefined || kindOf(next) === 'word') asked.add(at);
  }
  const wants = rolesOf(
    words.filter((_, n) => !used.has(n)),
    asked.size > 0,
  );
  for (const role of wants) {
    const column = columns.filter((each) => each.role === role).sort(byLength)[0];
    if (!column) return null;
    asked.add(column.at);
  }
  const terms = namesIn(
    said.filter((_, n) => !used.has(n)),
    hasProductWith,
  );
  if (terms.length > MAX_TERMS) return null;
  return { columns: [...asked].sort((one, other) => one - other), terms };
}

const byLength = (one: AskableColumn, other: AskableColumn) => one.terms.length - other.terms.length;

function rolesOf(words: readonly string[], hasOthers: boolean): ('price' | 'stock' | 'unit')[] {
  const says = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const strong = (['price', 'stock', 'unit'] as const).filter((role) => says(STRONG[role]));
  if (strong.length > 0 || hasOthers) return strong;
  if (says(WEAK.stock)) return ['stock'];
  return says(WEAK.price) ? ['price'] : [];
}

const QUESTION_WORDS = [...Object.values(STRONG), ...Object.values(WEAK)];
const isQuestionWord = (word: string) => QUESTION_WORDS.some((set) => set.has(word));
