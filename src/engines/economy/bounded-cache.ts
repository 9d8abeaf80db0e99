import type { CacheStore } from 'baileys';
import { LRUCache } from 'lru-cache';

/** Remembers so many entries. Bounded by size, because a bound by count takes the room for all of them at once. */
export function smallCache<T extends NonNullable<unknown>>(entries: number): LRUCache<string, T> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
}

/** A cache of the client with a bound; its own ones have only a lifetime. */
export function boundedCache(entries: number): CacheStore {
  const cache = smallCache(entries);
  return {
    get: <T>(key: string) => cache.get(key) as T | undefined, // put there under the same type
    set(key, value) {
      if (value != null) cache.set(key, value);
    },
    del(key) {
      cache.delete(key);
    },
    flushAll() {
      cache.clear();
    },
  };
}
