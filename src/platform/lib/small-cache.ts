import { LRUCache } from 'lru-cache';

/** Keeps the entries that were used last. By size: a limit by count would allocate at once. */
export function smallCache<K extends NonNullable<unknown>, V extends NonNullable<unknown>>(
  entries: number,
): LRUCache<K, V> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
}
