import type { Db } from '../../platform/lib/db/db.ts';
import { isLonger } from '../../platform/lib/text.ts';
import type { Reader } from '../brain/normalise.ts';
import { productOf } from '../knowledge/tables/product.ts';
import { readSomeRows, readTable } from '../knowledge/tables/products.ts';
import { normalise } from '../matching.ts';
import type { Language } from '../settings/settings.ts';
import { askedOf, namedBy } from '../tables/asked.ts';
import type { Match } from '../tables/product-index.ts';
import type { TableIndex, Tables, Words } from '../tables/tables.ts';
import { bare, termsOf } from '../tables/terms.ts';
import { oneProduct, type RowText, someProducts, wholeRow } from '../tables/wording.ts';
import type { Source } from './answer.ts';
import type { Subject } from './subject.ts';

/** Others are counted. */
const MAX_SHOWN = 5;
/** A longer message asks for more. */
const MAX_QUESTION = 300;
const MAX_ATTEMPTS = 3;
/** Another spelling. */
const UNSURE = 0.9;

export interface TableQuestion {
  accountId: number;
  /** Null: staff asks, for all devices. */
  deviceUuid: string | null;
  text: string;
  settings: Words & { max_answer_length: number };
  tables: Tables;
}

export interface TableAnswer {
  text: string;
  confidence: number;
  sources: readonly Source[];
  /** Null: several tables. */
  subject: Subject | null;
}

export interface Hit extends Match {
  index: TableIndex;
  columns: readonly number[];
}

interface Writing {
  isExact: boolean;
  language: Language;
  maxLength: number;
  /** Counted, not shown. */
  more?: number;
}

/** Then the pair answers before a table. */
export const isAskedBy = (text: string, questions: readonly string[]): boolean =>
  questions.some((question) => normalise(question) === normalise(text));

/** "Harga kopi?" knows nothing of another coffee. */
export async function isOfOtherProduct(
  { text, accountId, deviceUuid, settings, tables }: TableQuestion,
  questions: readonly string[],
): Promise<boolean> {
  const indexes = await tables.indexesOf(accountId, deviceUuid, settings);
  if (indexes.length === 0) return false;
  const reader = tables.readerOf(settings);
  const said = termsOf(text, reader);
  const known = new Set(questions.flatMap((each) => termsOf(each, reader)).map(bare));
  return indexes.some(({ products }) => {
    const isProduct = (term: string) => products.has(term) || products.has(bare(term));
    const named = namedBy(said, isProduct, reader.mix);
    const isOfPair = named.some((term) => isProduct(term) && known.has(bare(term)));
    return isOfPair && named.some((term) => !known.has(bare(term)));
  });
}

/** Null: it names no product or column, or has words that could change its meaning. */
export async function tableAnswer(
  db: Db,
  question: TableQuestion,
  language: Language,
): Promise<TableAnswer | null> {
  if (isLonger(question.text, MAX_QUESTION)) return null;
  return whileChanging(() => lookUp(db, question, language));
}

/** Again when names of a table changed. */
export async function whileChanging(
  look: () => Promise<TableAnswer | null | 'changed'>,
): Promise<TableAnswer | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await look();
    if (answer !== 'changed') return answer;
  }
  return null;
}

async function lookUp(
  db: Db,
  { text, accountId, deviceUuid, settings, tables }: TableQuestion,
  language: Language,
): Promise<TableAnswer | null | 'changed'> {
  const indexes = await tables.indexesOf(accountId, deviceUuid, settings);
  if (indexes.length === 0) return null;
  const reader = tables.readerOf(settings);
  const said = termsOf(text, reader);
  const found = indexes.map((index) => look(index, said, reader)).filter((each) => each !== null);
  const hits = chosenAmong(found.flatMap((each) => each.hits));
  const isExact = found.every((each) => each.isExact);
  const { max_answer_length: maxLength } = settings;
  return answerFrom(db, accountId, hits, { isExact, language, maxLength });
}

/** `changed`: the names of a table, since its index was read. */
export async function answerFrom(
  db: Db,
  accountId: number,
  hits: readonly Hit[],
  { isExact, language, maxLength, more = 0 }: Writing,
): Promise<TableAnswer | null | 'changed'> {
  if (hits.length === 0) return null;
  const shown = await readRows(db, accountId, hits.slice(0, MAX_SHOWN));
  if (shown.length < Math.min(hits.length, MAX_SHOWN)) return 'changed';
  const distinct = distinctOf(shown, language);
  const all = hits.length + more - (shown.length - distinct.length);
  const written = write(distinct, all, language, maxLength);
  if (written === null) return null;
  const named = distinct.slice(0, written.count);
  return {
    text: written.text,
    confidence: isExact ? 1 : UNSURE,
    sources: named.map(sourceOf),
    subject: subjectOf(named, all),
  };
}

function subjectOf(shown: readonly Shown[], all: number): Subject | null {
  const [first] = shown;
  if (!first || shown.some(({ table }) => table.id !== first.table.id)) return null;
  const columns = first.columns.flatMap((at) => first.table.columns[at]?.name ?? []);
  const keys = shown.map(({ row }) => row.key);
  return { table: first.table.id, keys, more: all - shown.length, columns };
}

function look(
  index: TableIndex,
  said: readonly string[],
  { mix }: Reader,
): { hits: Hit[]; isExact: boolean } | null {
  const { products, columns } = index;
  const asked = askedOf(said, columns, (term) => products.has(term), mix);
  const found = asked && products.search(asked.terms);
  if (!asked || !found || found.matches.length === 0) return null;
  const hits = found.matches.map((match) => ({ ...match, index, columns: asked.columns }));
  return { hits, isExact: found.isExact };
}

/** The best first. A product whose whole name is said is meant alone. */
export function chosenAmong(hits: Hit[]): Hit[] {
  const sorted = hits.sort((one, other) => one.missing - other.missing);
  const whole = sorted.filter(({ isWhole }) => isWhole);
  return whole.length === 1 && (whole[0]?.words ?? 0) > 1 ? whole : sorted;
}

interface Shown extends RowText {
  columns: readonly number[];
}

/** Fewer than asked: names have changed. */
async function readRows(db: Db, accountId: number, hits: readonly Hit[]): Promise<Shown[]> {
  const shown = new Map<Hit, Shown>();
  for (const index of new Set(hits.map((hit) => hit.index))) {
    const own = hits.filter((hit) => hit.index === index);
    const { id, version } = index;
    const table = await readTable(db, { accountId, id });
    if (table?.names_version !== version) continue;
    const rows = await readSomeRows(db, { accountId, id, version, places: own.map(({ place }) => place) });
    for (const hit of own) {
      const row = rows.find(({ place }) => place === hit.place);
      if (row) shown.set(hit, { table, row, columns: hit.columns });
    }
  }
  return hits.flatMap((hit) => shown.get(hit) ?? []);
}

/** Two tables may say the same of one product. */
function distinctOf(shown: readonly Shown[], language: Language): Shown[] {
  const said = new Map<string | Shown, Shown>();
  for (const each of shown) {
    const text = someProducts([each], () => each.columns, { more: 0, language }) ?? each;
    if (!said.has(text)) said.set(text, each);
  }
  return [...said.values()];
}

/** Products are left out until it is short enough. A number is never cut. */
function write(
  shown: readonly Shown[],
  all: number,
  language: Language,
  maxLength: number,
): { text: string; count: number } | null {
  const [first] = shown;
  if (first && all === 1) {
    const text = oneProduct(first, first.columns, language);
    return text === null || isLonger(text, maxLength) ? null : { text, count: 1 };
  }
  for (let count = shown.length; count > 0; count -= 1) {
    const asked = (row: RowText) => shown.find((each) => each.row === row.row)?.columns ?? [];
    const text = someProducts(shown.slice(0, count), asked, { more: all - count, language });
    if (text === null) return null;
    if (!isLonger(text, maxLength)) return { text, count };
  }
  return null;
}

const sourceOf = ({ table, row }: RowText): Source => ({
  kind: 'table',
  id: table.table_uuid,
  title: `${table.name}: ${productOf(table.columns, row.cells)}`,
  url: null,
  row_key: row.key,
});

export interface TablePassage {
  source: Source;
  text: string;
}

/** The best first. */
export async function rowsNear(
  db: Db,
  { text, accountId, deviceUuid, settings, tables }: Omit<TableQuestion, 'settings'> & { settings: Words },
  limit: number,
): Promise<TablePassage[]> {
  const indexes = await tables.indexesOf(accountId, deviceUuid, settings);
  const said = termsOf(text, tables.readerOf(settings));
  const hits = indexes.flatMap((index) =>
    index.products
      .nearest(said, limit)
      .map((place) => ({ place, index, columns: [], missing: 0, words: 0, isWhole: false })),
  );
  const rows = await readRows(db, accountId, hits.slice(0, limit));
  return rows.map((row) => ({ source: sourceOf(row), text: wholeRow(row) }));
}
