import type { CacheStore } from 'baileys';
import { smallCache } from '../../../platform/lib/small-cache.ts';

/** Baileys limits only the age. */
export function boundedCache(entries: number): CacheStore {
  const cache = smallCache<string, NonNullable<unknown>>(entries);
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
