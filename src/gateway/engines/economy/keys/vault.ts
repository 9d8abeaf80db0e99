import type { LRUCache } from 'lru-cache';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { SessionStore } from '../../engine.ts';
import { decodeKey } from './codec.ts';
import { keyName, type Write, WriteQueue } from './write-queue.ts';

/** Empty value: not in the store. */
export type KeyCache = LRUCache<string, Uint8Array>;

const ABSENT = new Uint8Array();

export class ConnectionGone extends Error {
  override name = 'ConnectionGone';
}

/** The lease makes this process the only writer: caches stay valid. */
export class KeyVault {
  readonly #store: SessionStore;
  readonly #queue: WriteQueue;
  readonly #cache: KeyCache;
  readonly #prefix: string;
  readonly #onFailure: (error: unknown) => void;
  /** Keys written during each read. */
  readonly #readers = new Set<Set<string>>();
  #closed = false;

  constructor(store: SessionStore, cache: KeyCache, prefix: string, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#cache = cache;
    this.#prefix = prefix;
    this.#onFailure = onFailure;
    this.#queue = new WriteQueue(store, onFailure);
  }

  async get(type: string, ids: readonly string[]): Promise<Map<string, unknown>> {
    if (this.#closed) throw new ConnectionGone();
    const found = new Map<string, unknown>();
    const missing: string[] = [];
    for (const id of ids) {
      const bytes = this.#known(type, id);
      if (bytes === undefined) missing.push(id);
      else if (bytes !== null) found.set(id, decodeKey(type, bytes));
    }
    if (missing.length > 0) {
      for (const [id, bytes] of await this.#load(type, missing)) found.set(id, decodeKey(type, bytes));
    }
    return found;
  }

  /** All stored keys of a type. */
  async list(type: string): Promise<Map<string, unknown>> {
    if (this.#closed) throw new ConnectionGone();
    const ids = await this.#fromStore(() => this.#store.listKeyIds(type));
    return ids.length > 0 ? this.get(type, ids) : new Map();
  }

  /** Resolves when durable; `get` sees it at once. */
  write(write: Write): Promise<void> {
    if (this.#closed) return Promise.reject(new ConnectionGone());
    // Fails only this work. A refusal by the database would end each connection.
    if (write.keys?.some(({ id }) => id.length > MAX_ID)) {
      return Promise.reject(new Error('the id of a key fits no index'));
    }
    const done = this.#queue.write(write);
    for (const { type, id, value } of write.keys ?? []) {
      this.#remember(type, id, value);
      for (const written of this.#readers) written.add(keyName(type, id));
    }
    return done;
  }

  get isWaiting(): boolean {
    return this.#readers.size > 0 || this.#queue.isBusy;
  }

  /** Queued writes are still written. */
  close(): void {
    this.#closed = true;
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #known(type: string, id: string): Uint8Array | null | undefined {
    const pending = this.#queue.pending(keyName(type, id));
    if (pending !== undefined) return pending;
    const cached = this.#cache.get(this.#prefix + keyName(type, id));
    return cached === ABSENT ? null : cached;
  }

  /** Repeats for keys that were written meanwhile and evicted. */
  async #load(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    for (;;) {
      const written = new Set<string>();
      const loaded = await this.#read(type, ids, written);
      let isOutdated = false;
      for (const id of ids) {
        const known = written.has(keyName(type, id)) ? this.#known(type, id) : (loaded.get(id) ?? null);
        if (known === undefined) isOutdated = true;
        else if (known === null) loaded.delete(id);
        else loaded.set(id, known);
        if (known !== undefined) this.#remember(type, id, known);
      }
      if (!isOutdated) return loaded;
    }
  }

  async #read(type: string, ids: readonly string[], written: Set<string>): Promise<Map<string, Uint8Array>> {
    this.#readers.add(written);
    try {
      return new Map(await this.#fromStore(() => this.#store.loadKeys(type, ids)));
    } finally {
      this.#readers.delete(written);
    }
  }

  async #fromStore<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      this.close();
      this.#onFailure(error);
      throw error;
    }
  }

  #remember(type: string, id: string, value: Uint8Array | null): void {
    // A copy: a view would keep a whole packet in memory.
    this.#cache.set(this.#prefix + keyName(type, id), value ? new Uint8Array(value) : ABSENT);
  }
}
