import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { sharedRead } from '../../platform/lib/shared-read.ts';
import { openReader, type Reader } from '../brain/normalise.ts';
import { otherNamesOf, productOf } from '../knowledge/tables/product.ts';
import {
  type Column,
  changedPlaces,
  listRows,
  readRowsAt,
  readTable,
  readTableHeads,
  type StoredRow,
  type TableHead,
  type TableRecord,
} from '../knowledge/tables/products.ts';
import { perMix } from '../languages/language.ts';
import { readWords, wordsIn } from '../languages/words.ts';
import type { AssistantSettings } from '../settings/settings.ts';
import { type AskableColumn, headerTerms, nameTerms } from './asked.ts';
import { ProductIndex } from './product-index.ts';
import { termsOf } from './terms.ts';

/** 10,000 products have some three megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_READERS = 200;
const CHUNK = 200;
/** With more changed rows, a new index is made. */
const MAX_FOLLOWED = 1_000;
const SLICE_MS = 2;

export type Words = Pick<AssistantSettings, 'languages' | 'synonyms'>;

export interface TableIndex {
  id: number;
  version: number;
  columns: readonly AskableColumn[];
  products: ProductIndex;
}

/** Of this process. */
export interface Tables {
  /** Null: for all devices. */
  indexesOf(accountId: number, deviceUuid: string | null, words: Words): Promise<readonly TableIndex[]>;
  readerOf(words: Words): Reader;
}

export function openTables({ db }: Pick<Context, 'db'>): Tables {
  const made = new LRUCache<string, TableIndex>({ maxSize: MAX_BYTES });
  const making = new Map<string, Promise<unknown>>();
  const headsOf = sharedRead((accountId: number) => readTableHeads(db, { accountId }));
  const readers = new LRUCache<string, Reader>({ max: MAX_READERS });

  function readerOf({ languages, synonyms }: Words): Reader {
    const key = JSON.stringify([languages, synonyms]);
    const reader =
      readers.get(key) ??
      openReader(
        languages,
        synonyms.map(({ word, means }) => [means, word]),
      );
    readers.set(key, reader);
    return reader;
  }

  function indexOf(accountId: number, head: TableHead, words: Words): Promise<TableIndex | null> {
    const key = keyOf(head, words);
    const present = made.get(key);
    if (present?.version === head.names_version) return Promise.resolve(present);
    // In order: a later version is made from the earlier one, in place.
    const earlier = making.get(key) ?? Promise.resolve();
    const started: Promise<TableIndex | null> = earlier
      .catch(() => null)
      .then(() => renew({ db, made }, { accountId, head, key, reader: readerOf(words) }))
      .finally(() => {
        if (making.get(key) === started) making.delete(key);
      });
    making.set(key, started);
    return started;
  }

  return {
    readerOf,
    async indexesOf(accountId, deviceUuid, words) {
      const heads = await headsOf(accountId);
      const used = heads.filter(
        ({ device_uuids: uuids }) => !uuids || !deviceUuid || uuids.includes(deviceUuid),
      );
      const indexes = await Promise.all(used.map((head) => indexOf(accountId, head, words)));
      return indexes.filter((index) => index !== null);
    },
  };
}

/** `murah` is no typing error of `merah`. */
const plainWordsFor = perMix((mix): ReadonlySet<string> => {
  const files = (['meanings', 'stop-words', 'elsewhere'] as const).flatMap((file) => readWords(file, mix));
  const words = files.flatMap((line) => line.toLowerCase().split(/[^\p{L}]+/u));
  return new Set([...wordsIn(({ tables }) => tables.saidOfGoods, mix), ...words]);
});

interface Parts {
  db: Db;
  made: LRUCache<string, TableIndex>;
}

/** Maybe newer than the head. Null: deleted or disabled. */
async function renew(
  { db, made }: Parts,
  { accountId, head, key, reader }: { accountId: number; head: TableHead; key: string; reader: Reader },
): Promise<TableIndex | null> {
  const present = made.get(key);
  if (present && present.version >= head.names_version) return present;
  const table = await readTable(db, { accountId, id: head.id });
  if (!table) return null;
  const products =
    (present && (await follow(db, present, table, reader))) ??
    (await makeIndex(db, table, reader, new ProductIndex(plainWordsFor(reader.mix))));
  const { id, names_version: version, columns } = table;
  const index = { id, version, columns: askable(columns, reader), products };
  made.set(key, index, { size: products.size });
  return index;
}

function keyOf({ id }: TableHead, { languages, synonyms }: Words): string {
  const words = createHash('sha256')
    .update(JSON.stringify([languages, synonyms]))
    .digest('base64url');
  return `${id}:${words.slice(0, 16)}`;
}

/** A change meanwhile gives it parts of a newer version, whose answers are not used. */
async function makeIndex(
  db: Db,
  { id, columns }: TableRecord,
  reader: Reader,
  products: ProductIndex,
): Promise<ProductIndex> {
  for (let after = 0; ; ) {
    const rows = await listRows(db, { tableId: id, after, limit: CHUNK });
    await eachName(rows, columns, reader, (place, terms) => products.add(place, terms));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return products;
    after = last.place;
  }
}

/** Reads changed rows again, in place. Null: all rows must be read. */
async function follow(
  db: Db,
  { version, products }: TableIndex,
  { id, names_version, columns }: TableRecord,
  reader: Reader,
): Promise<ProductIndex | null> {
  const places = await changedPlaces(db, id, { after: version, until: names_version });
  if (places === null || places.length > MAX_FOLLOWED) return null;
  const rows = await readRowsAt(db, { tableId: id, places });
  const names: [place: number, terms: readonly string[]][] = [];
  await eachName(rows, columns, reader, (place, terms) => names.push([place, terms]));
  products.remove(new Set(places));
  for (const [place, terms] of names) products.add(place, terms);
  return products;
}

async function eachName(
  rows: readonly StoredRow[],
  columns: readonly Column[],
  reader: Reader,
  take: (place: number, terms: readonly string[]) => void,
): Promise<void> {
  let began = performance.now();
  for (const { place, cells } of rows) {
    for (const name of [productOf(columns, cells), ...otherNamesOf(columns, cells)]) {
      take(place, nameTerms(termsOf(name, reader), reader.mix));
    }
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}

function askable(columns: readonly Column[], reader: Reader): AskableColumn[] {
  return columns.flatMap(({ name, role }, at) => {
    if (role === 'name' || role === 'key' || role === 'aliases' || role === 'hidden') return [];
    return [{ at, role, terms: headerTerms(termsOf(name, reader), reader.mix) }];
  });
}
