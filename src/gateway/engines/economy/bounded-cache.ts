import type { CacheStore } from 'baileys';
import { LRUCache } from 'lru-cache';

/** By size: a limit by count would allocate at once. */
export function smallCache<T extends NonNullable<unknown>>(entries: number): LRUCache<string, T> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
}

/** Baileys limits only the age. */
export function boundedCache(entries: number): CacheStore {
  const cache = smallCache(entries);
  return {
    get: <T>(key: string) => cache.get(key) as T | undefined, // stored under the same type
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
