import type { Db } from '../../platform/lib/db/db.ts';
import { isLonger } from '../../platform/lib/text.ts';
import { productOf } from '../knowledge/tables/product.ts';
import { readRowsByKey, readTable, type TableRecord } from '../knowledge/tables/products.ts';
import type { Language } from '../settings/settings.ts';
import { type Asked, addedBy, nameTerms } from '../tables/asked.ts';
import { kindOf, type WordKind } from '../tables/kinds.ts';
import type { Found, Match, ProductIndex } from '../tables/product-index.ts';
import type { TableIndex } from '../tables/tables.ts';
import { bare, termsOf } from '../tables/terms.ts';
import type { Subject } from './subject.ts';
import {
  answerFrom,
  chosenAmong,
  type Hit,
  type TableAnswer,
  type TableQuestion,
  whileChanging,
} from './tables.ts';

/** A longer message stands alone. */
const MAX_FOLLOW_UP = 100;
const MAX_CHANGED = 2;
const MAX_NAME_TERMS = 8;

/** `harga kaos polos M?`, `kalau yang XL?`. */
export interface FollowUp extends TableQuestion {
  subject: Subject;
}

/** Null: it adds nothing, or may change more, or no product is so. */
export async function followUpAnswer(
  db: Db,
  question: FollowUp,
  language: Language,
): Promise<TableAnswer | null> {
  if (isLonger(question.text, MAX_FOLLOW_UP)) return null;
  return whileChanging(() => lookUp(db, question, language));
}

async function lookUp(
  db: Db,
  { text, accountId, deviceUuid, settings, tables, subject }: FollowUp,
  language: Language,
): Promise<TableAnswer | null | 'changed'> {
  const indexes = await tables.indexesOf(accountId, deviceUuid, settings);
  const index = indexes.find(({ id }) => id === subject.table);
  const table = index && (await readTable(db, { accountId, id: index.id }));
  if (!index || !table) return null;
  const reader = tables.readerOf(settings);
  const added = addedBy(termsOf(text, reader), index.columns, (term) => index.products.has(term), reader.mix);
  const rows = added ? await readRowsByKey(db, table.id, subject.keys) : [];
  if (!added || rows.length === 0) return null;
  const names = rows.map(({ cells }) =>
    nameTerms(termsOf(productOf(table.columns, cells), reader), reader.mix),
  );
  const columns = added.columns.length > 0 ? added.columns : columnsOf(index, table, subject);
  if (columns.length === 0) return null;
  const writing = { language, maxLength: settings.max_answer_length };
  if (isAlready(names, added)) {
    if (added.columns.length === 0) return null;
    const same = rows.map(({ place }) => ({ place, isWhole: false, missing: 0, words: 0, index, columns }));
    return answerFrom(db, accountId, same, { ...writing, isExact: true, more: subject.more });
  }
  // One misspelled word names no other product.
  const isKnown = (term: string) => index.products.has(term) || index.products.has(bare(term));
  if (!added.terms.every(isKnown)) return null;
  const found = narrowed(index.products, names, added.terms) ?? changed(index.products, names, added.terms);
  const hits = found?.matches.map((match): Hit => ({ ...match, index, columns })) ?? [];
  return answerFrom(db, accountId, chosenAmong(hits), { ...writing, isExact: found?.isExact ?? false });
}

/** As they are called now, if customers may still ask. */
function columnsOf(index: TableIndex, table: TableRecord, subject: Subject): number[] {
  const isAsked = (at: number) => subject.columns.includes(table.columns[at]?.name ?? '');
  return index.columns.map(({ at }) => at).filter(isAsked);
}

const isAlready = (names: readonly (readonly string[])[], { terms }: Asked): boolean =>
  terms.every((term) => names.every((name) => name.includes(term) || name.includes(bare(term))));

/** What all of the last ones have, with the new words. */
function narrowed(
  products: ProductIndex,
  names: readonly (readonly string[])[],
  added: readonly string[],
): Found | null {
  const [first = [], ...others] = names;
  const common = first.filter((term) => others.every((name) => name.includes(term)));
  const found = common.length === 0 ? null : products.search([...common, ...added]);
  return found && found.matches.length > 0 ? found : null;
}

/** Each new word replaces one of its kind. */
function changed(
  products: ProductIndex,
  names: readonly (readonly string[])[],
  added: readonly string[],
): Found | null {
  if (added.length > MAX_CHANGED) return null;
  const kinds = added.map(kindOf);
  const inOrder = [kinds.map((kind) => [kind]), ...(kinds.length > 1 ? [[kinds]] : [])];
  for (const replaced of inOrder) {
    const matches = new Map<number, Match>();
    for (const name of names.filter(({ length }) => length <= MAX_NAME_TERMS)) {
      for (const left of replaced.flatMap((each) => without(name, each))) {
        const found = left.length === 0 ? null : products.search([...left, ...added]);
        for (const match of found?.matches ?? []) if (match.isWhole) matches.set(match.place, match);
      }
    }
    if (matches.size > 0) return { matches: [...matches.values()], isExact: true };
  }
  return null;
}

/** In all ways. */
function without(name: readonly string[], [kind, ...others]: readonly WordKind[]): (readonly string[])[] {
  if (kind === undefined) return [name];
  const gone = name.filter((term) => kindOf(term) === kind);
  return gone.flatMap((each) =>
    without(
      name.filter((term) => term !== each),
      others,
    ),
  );
}
