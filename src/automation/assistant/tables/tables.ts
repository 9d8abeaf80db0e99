import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../lib/db/db.ts';
import { otherNamesOf, productOf } from '../../knowledge/tables/product.ts';
import {
  type Column,
  findEnabledTable,
  readRowsFrom,
  readTableHeads,
  type TableHead,
} from '../../knowledge/tables/products.ts';
import { openReader, type Reader } from '../brain/normalise.ts';
import type { AssistantSettings } from '../settings/settings.ts';
import { type AskableColumn, headerTerms, nameTerms } from './asked.ts';
import { ProductIndex } from './product-index.ts';
import { termsOf } from './terms.ts';

/** In bytes. A table of 10,000 products has some three megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_READERS = 200;
/** Rows of one statement. */
const CHUNK = 200;
/** Then other work has its turn. */
const SLICE_MS = 3;

export type Words = Pick<AssistantSettings, 'languages' | 'synonyms'>;

/** The products of one table as they are found by questions. */
export interface TableIndex {
  id: number;
  /** Of the names. */
  version: number;
  columns: readonly AskableColumn[];
  products: ProductIndex;
}

/** The indexes that this process has made. */
export interface Tables {
  /** Of the tables for the device. Null: for all devices. */
  indexesOf(accountId: number, deviceUuid: string | null, words: Words): Promise<readonly TableIndex[]>;
  readerOf(words: Words): Reader;
}

export function openTables({ db }: Pick<Context, 'db'>): Tables {
  const made = new LRUCache<string, TableIndex>({ maxSize: MAX_BYTES });
  const making = new Map<string, Promise<TableIndex | null>>();
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

  async function make(
    accountId: number,
    head: TableHead,
    words: Words,
    key: string,
  ): Promise<TableIndex | null> {
    const index = await makeIndex(db, accountId, head, readerOf(words));
    if (index) made.set(key, index, { size: index.products.size });
    return index;
  }

  function indexOf(accountId: number, head: TableHead, words: Words): Promise<TableIndex | null> {
    const key = keyOf(head, words);
    const present = made.get(key);
    if (present?.version === head.names_version) return Promise.resolve(present);
    const once = `${key}:${head.names_version}`;
    const started = making.get(once) ?? make(accountId, head, words, key).finally(() => making.delete(once));
    making.set(once, started);
    return started;
  }

  return {
    readerOf,
    async indexesOf(accountId, deviceUuid, words) {
      const heads = await readTableHeads(db, accountId);
      const used = heads.filter(
        ({ device_uuids: uuids }) => !uuids || !deviceUuid || uuids.includes(deviceUuid),
      );
      const indexes = await Promise.all(used.map((head) => indexOf(accountId, head, words)));
      return indexes.filter((index) => index !== null);
    },
  };
}

/** Other words of the account make other terms. */
function keyOf({ id }: TableHead, { languages, synonyms }: Words): string {
  const words = createHash('sha256')
    .update(JSON.stringify([languages, synonyms]))
    .digest('base64url');
  return `${id}:${words.slice(0, 16)}`;
}

/** In slices, between which other work of the process goes on. Null: the table has changed meanwhile. */
async function makeIndex(
  db: Db,
  accountId: number,
  head: TableHead,
  reader: Reader,
): Promise<TableIndex | null> {
  const table = await findEnabledTable(db, accountId, head.id);
  if (table?.names_version !== head.names_version) return null;
  const products = new ProductIndex();
  for (let after = 0; ; ) {
    const rows = await readRowsFrom(db, head.id, { after, limit: CHUNK });
    let began = performance.now();
    for (const { place, cells } of rows) {
      for (const name of [productOf(table.columns, cells), ...otherNamesOf(table.columns, cells)]) {
        products.add(place, nameTerms(termsOf(name, reader)));
      }
      if (performance.now() - began < SLICE_MS) continue;
      await nextTurn();
      began = performance.now();
    }
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) break;
    after = last.place;
  }
  return { id: head.id, version: head.names_version, columns: askable(table.columns, reader), products };
}

function askable(columns: readonly Column[], reader: Reader): AskableColumn[] {
  return columns.flatMap(({ name, role }, at) => {
    if (role === 'name' || role === 'key' || role === 'aliases' || role === 'hidden') return [];
    return [{ at, role, terms: headerTerms(termsOf(name, reader)) }];
  });
}
