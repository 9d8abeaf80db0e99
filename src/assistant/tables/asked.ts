import { type Language, perMix, type TableWords } from '../languages/language.ts';
import { meaningsIn, setOf } from '../languages/words.ts';
import { kindOf } from './kinds.ts';
import { bare } from './terms.ts';

/** They meet words after `termsOf`. */
const wordsFor = perMix((mix) => {
  const words = (pick: (tables: TableWords) => string) => setOf(({ tables }) => pick(tables), mix);
  const strong = {
    price: words(({ price }) => price),
    stock: words(({ stock }) => stock),
    unit: words(({ unit }) => unit),
  };
  const weak = {
    stock: words(({ perhapsStock }) => perhapsStock),
    price: words(({ perhapsPrice }) => perhapsPrice),
  };
  return {
    strong,
    weak,
    asking: [...Object.values(strong), ...Object.values(weak)],
    fillers: words(({ fillers }) => fillers),
    softFillers: words(({ softFillers }) => softFillers),
    connecting: words(({ connecting }) => connecting),
    buying: words(({ buying }) => buying),
    not: words(({ not }) => not),
    meanings: meaningsIn(({ tables }) => tables.headers, { languages: mix }),
  };
});
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

type Mix = readonly Language[];

function meaningOf(term: string, mix: Mix): string {
  const meaning = wordsFor(mix).meanings.get(term);
  return meaning === undefined ? term : `=${meaning}`;
}

function isFiller(term: string, mix: Mix): boolean {
  const { fillers } = wordsFor(mix);
  return fillers.has(term) || fillers.has(bare(term));
}

export const headerTerms = (terms: readonly string[], mix: Mix): string[] =>
  [...new Set(terms.map(bare))]
    .filter((term) => !wordsFor(mix).fillers.has(term))
    .map((term) => meaningOf(term, mix));

/** By which customers find the product. */
export function nameTerms(terms: readonly string[], mix: Mix): readonly string[] {
  const own = terms.filter((term) => !isFiller(term, mix));
  return own.length > 0 ? own : terms;
}

/** Null: no column of the table, or one that it does not have. */
export function askedOf(
  said: readonly string[],
  columns: readonly AskableColumn[],
  hasProductWith: (term: string) => boolean,
  mix: Mix,
): Asked | null {
  const asked = partsOf(said, columns, hasProductWith, mix);
  return asked && asked.columns.length > 0 && asked.terms.length > 0 ? asked : null;
}

/** Other columns, other words of the product, or both. Null: nothing, or something that may mean more. */
export function addedBy(
  said: readonly string[],
  columns: readonly AskableColumn[],
  hasProductWith: (term: string) => boolean,
  mix: Mix,
): Asked | null {
  const { buying, connecting, not, softFillers } = wordsFor(mix);
  const words = said.map(bare);
  const added = partsOf(
    said.filter((_, n) => !connecting.has(words[n] ?? '')),
    columns,
    hasProductWith,
    mix,
  );
  if (!added) return null;
  const { terms } = added;
  const hasAmount = words.some((word) => buying.has(word)) && terms.some((term) => /^\d+$/.test(term));
  const isDenied = said.some((term, n) => not.has(words[n - 1] ?? '') && terms.includes(term));
  if (hasAmount || isDenied) return null;
  // "Which colours are there" asks for other products.
  if (terms.length === 0) return words.some((word) => softFillers.has(word)) ? null : added;
  const isVariant = (place: number) => columns.some(({ at, role }) => at === place && role === 'variant');
  return { terms, columns: added.columns.filter((place) => !isVariant(place)) };
}

/** What a question about price or stock means. Empty: it asks for something else. */
export function namedBy(
  said: readonly string[],
  hasProductWith: (term: string) => boolean,
  mix: Mix,
): string[] {
  if (!said.some((term) => isQuestionWord(bare(term), mix))) return [];
  return namesIn(said, hasProductWith, mix);
}

function namesIn(said: readonly string[], hasProductWith: (term: string) => boolean, mix: Mix): string[] {
  const rest = said.filter((term) => !isQuestionWord(bare(term), mix) && !isFiller(term, mix));
  return rest.filter((term) => !wordsFor(mix).softFillers.has(bare(term)) || hasProductWith(term));
}

function partsOf(
  said: readonly string[],
  columns: readonly AskableColumn[],
  hasProductWith: (term: string) => boolean,
  mix: Mix,
): Asked | null {
  const words = said.map((term) => bare(term));
  const used = new Set<number>();
  const asked = new Set<number>();
  const byHeader = columns.filter(({ terms }) => terms.length > 0);
  for (const { at, role, terms } of byHeader.sort((one, other) => other.terms.length - one.terms.length)) {
    const places = terms.map((term) =>
      words.findIndex((word, n) => !used.has(n) && meaningOf(word, mix) === term),
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
    mix,
  );
  for (const role of wants) {
    const column = columns.filter((each) => each.role === role).sort(byLength)[0];
    if (!column) return null;
    asked.add(column.at);
  }
  const terms = namesIn(
    said.filter((_, n) => !used.has(n)),
    hasProductWith,
    mix,
  );
  if (terms.length > MAX_TERMS) return null;
  return { columns: [...asked].sort((one, other) => one - other), terms };
}

const byLength = (one: AskableColumn, other: AskableColumn) => one.terms.length - other.terms.length;

function rolesOf(words: readonly string[], hasOthers: boolean, mix: Mix): ('price' | 'stock' | 'unit')[] {
  const { strong: sure, weak } = wordsFor(mix);
  const says = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const strong = (['price', 'stock', 'unit'] as const).filter((role) => says(sure[role]));
  if (strong.length > 0 || hasOthers) return strong;
  if (says(weak.stock)) return ['stock'];
  return says(weak.price) ? ['price'] : [];
}

const isQuestionWord = (word: string, mix: Mix) => wordsFor(mix).asking.some((set) => set.has(word));
