import { LRUCache } from 'lru-cache';
import type { Context } from '../../../context.ts';
import { MAX_VECTOR_BYTES } from './embeddings.ts';
import { Pgvector } from './pgvector.ts';
import * as store from './store.ts';
import { type Near, VectorIndex, type VectorRow } from './vector-index.ts';

type Parts = Pick<Context, 'db' | 'log' | 'now'>;

/** For the operator. */
export function countSearches({ db }: Pick<Parts, 'db'>): Promise<store.SearchCounts> {
  return store.countSearches(db, {});
}

export interface Searchable {
  /** Null: another number of dimensions. */
  nearest(vector: readonly number[], limit: number): Promise<Near[] | null>;
}

/** With fewer, a search in the process is cheaper. */
const MIN_NUMBERS = 2_000_000;
const CACHE_BYTES = 4 * MAX_VECTOR_BYTES;
const PAGE = 1_000;

/** By the database where pgvector has the vectors, else in this process. */
export class VectorSearch {
  readonly #parts: Parts;
  readonly #minNumbers: number;
  readonly #pgvector: Pgvector;
  readonly #indexes = new LRUCache<number, { revision: number; index: VectorIndex }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ index }) => Math.max(1, index.bytes),
  });
  readonly #loading = new Map<string, Promise<VectorIndex>>();

  constructor(parts: Parts, { minNumbers = MIN_NUMBERS } = {}) {
    this.#parts = parts;
    this.#minNumbers = minNumbers;
    this.#pgvector = new Pgvector(parts, minNumbers);
  }

  /** Null: no vectors of this model. */
  async find(accountId: number, model: string): Promise<Searchable | null> {
    const book = await store.findBook(this.#parts.db, { accountId });
    if (book?.model !== model) return null;
    if (book.pgvector_revision !== book.revision) return this.#findIndex(accountId, book.revision);
    return {
      nearest: async (vector, limit) => {
        const found = await this.#pgvector.nearest(accountId, { model, vector, limit });
        if (found === null) return (await this.#findIndex(accountId, book.revision)).nearest(vector, limit);
        this.#indexes.delete(accountId);
        return found;
      },
    };
  }

  /** False: call it again. */
  renewCopy(accountId: number, signal: AbortSignal): Promise<boolean> {
    return this.#pgvector.renewCopy(accountId, signal);
  }

  async #findIndex(accountId: number, revision: number): Promise<VectorIndex> {
    const known = this.#indexes.get(accountId);
    const index = known?.revision === revision ? known.index : await this.#loadOnce(accountId, revision);
    if (index.numbers >= this.#minNumbers) await this.#pgvector.wantCopy(accountId);
    return index;
  }

  #loadOnce(accountId: number, revision: number): Promise<VectorIndex> {
    const key = `${accountId} ${revision}`;
    const started = this.#loading.get(key) ?? this.#load(accountId, revision, key);
    this.#loading.set(key, started);
    return started;
  }

  async #load(accountId: number, revision: number, key: string): Promise<VectorIndex> {
    try {
      const rows: VectorRow[] = [];
      for (let last = { kind: '', item_id: '' }; ; ) {
        const page = await store.listVectors(this.#parts.db, accountId, last, PAGE);
        rows.push(...page);
        if (page.length < PAGE) break;
        last = page.at(-1) ?? last;
      }
      const index = new VectorIndex(rows);
      this.#indexes.set(accountId, { revision, index });
      return index;
    } finally {
      this.#loading.delete(key);
    }
  }
}
