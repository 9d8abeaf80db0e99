import type { LRUCache } from 'lru-cache';
import type { SessionStore } from '../../engine.ts';
import { decodeKey } from './codec.ts';
import { nameOf, type Write, WriteQueue } from './write-queue.ts';

/** Keys of all sessions of the process, bounded by their size in bytes. An empty value stands for "not in the store". */
export type KeyCache = LRUCache<string, Uint8Array>;

const ABSENT = new Uint8Array();

/** Raised to work that outlived its connection. */
export class ConnectionGone extends Error {
  override name = 'ConnectionGone';
}

/**
 * The keys of one device during one connection. Its lease makes this process the only writer, so that what was read or
 * written once stays true: the cache remembers misses too, and is always as new as the last write.
 */
export class KeyVault {
  readonly #store: SessionStore;
  readonly #queue: WriteQueue;
  readonly #cache: KeyCache;
  readonly #prefix: string;
  readonly #onFailure: (error: unknown) => void;
  /** One set per read under way: the names written meanwhile. */
  readonly #readers = new Set<Set<string>>();
  #closed = false;

  constructor(store: SessionStore, cache: KeyCache, prefix: string, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#cache = cache;
    this.#prefix = prefix;
    this.#onFailure = onFailure;
    this.#queue = new WriteQueue(store, onFailure);
  }

  /** Absent ids are absent from the answer. */
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

  /** Resolves when durable; visible to `get` at once. */
  write(write: Write): Promise<void> {
    if (this.#closed) return Promise.reject(new ConnectionGone());
    const done = this.#queue.write(write);
    for (const { type, id, value } of write.keys ?? []) {
      this.#remember(type, id, value);
      for (const written of this.#readers) written.add(nameOf(type, id));
    }
    return done;
  }

  /** True while the store is what work waits for. */
  get waiting(): boolean {
    return this.#readers.size > 0 || this.#queue.busy;
  }

  /** Refuses further reads and writes; what is queued is still written. */
  close(): void {
    this.#closed = true;
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #known(type: string, id: string): Uint8Array | null | undefined {
    const pending = this.#queue.pending(nameOf(type, id));
    if (pending !== undefined) return pending;
    const cached = this.#cache.get(this.#prefix + nameOf(type, id));
    return cached === ABSENT ? null : cached;
  }

  async #load(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    for (;;) {
      const written = new Set<string>();
      const loaded = await this.#read(type, ids, written);
      let evicted = false;
      for (const id of ids) {
        // A write that came in between is newer than what was read.
        const known = written.has(nameOf(type, id)) ? this.#known(type, id) : (loaded.get(id) ?? null);
        if (known === undefined) evicted = true;
        else if (known === null) loaded.delete(id);
        else loaded.set(id, known);
        if (known !== undefined) this.#remember(type, id, known);
      }
      if (!evicted) return loaded;
    }
  }

  async #read(type: string, ids: readonly string[], written: Set<string>): Promise<Map<string, Uint8Array>> {
    this.#readers.add(written);
    try {
      return new Map(await this.#store.loadKeys(type, ids));
    } catch (error) {
      this.close();
      this.#onFailure(error);
      throw error;
    } finally {
      this.#readers.delete(written);
    }
  }

  #remember(type: string, id: string, value: Uint8Array | null): void {
    // A copy: what a driver returns is often a view that would keep a whole packet alive.
    this.#cache.set(this.#prefix + nameOf(type, id), value ? new Uint8Array(value) : ABSENT);
  }
}
