import { LRUCache } from 'lru-cache';
import { createBatcher } from '../lib/batcher.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { KnownKey } from './store.ts';

/** A revocation applies in every process within a second, without a notification that could be lost. */
const MAX_AGE_MS = 900;
/** Used keys are refreshed in the background, so that requests need not wait. */
const REFRESH_AGE_MS = 450;
const MAX_KNOWN = 20_000;
/** Separate, so that invented keys cannot evict real ones. */
const MAX_UNKNOWN = 10_000;
const MAX_PER_STATEMENT = 500;

interface Entry {
  key: KnownKey | null;
  /** The time before its statement. */
  readAt: number;
}

/** Null: no such key. */
export interface KeyCache {
  find(id: string): KnownKey | null | Promise<KnownKey | null>;
}

/** `load` returns the existing keys. Lookups of one batch share a call. */
export function createKeyCache(
  ctx: Clock & { log: Log },
  load: (ids: readonly string[]) => Promise<KnownKey[]>,
): KeyCache {
  const known = new LRUCache<string, Entry>({ max: MAX_KNOWN });
  const unknown = new LRUCache<string, Entry>({ max: MAX_UNKNOWN });
  const loading = new Map<string, Promise<Entry>>();
  const now = () => ctx.now().getTime();

  const batcher = createBatcher<string, Entry>(
    async (ids) => {
      const readAt = now();
      const found = new Map((await load(ids)).map((key) => [key.id, key]));
      return ids.map((id) => remember(id, { key: found.get(id) ?? null, readAt }));
    },
    { maxItems: MAX_PER_STATEMENT, parallel: 2 },
  );

  function remember(id: string, entry: Entry): Entry {
    const [here, there] = entry.key ? [known, unknown] : [unknown, known];
    here.set(id, entry);
    there.delete(id);
    return entry;
  }

  function read(id: string): Promise<Entry> {
    const running = loading.get(id);
    if (running) return running;
    const started = batcher.add(id).finally(() => loading.delete(id));
    loading.set(id, started);
    return started;
  }

  /** A running read counts only if it is fresh enough for this lookup. */
  async function findStored(id: string, askedAt: number): Promise<KnownKey | null> {
    const running = loading.get(id);
    if (running) {
      const { key, readAt } = await running;
      if (isFresh(readAt, askedAt)) return key;
    }
    return (await read(id)).key;
  }

  return {
    find(id) {
      const askedAt = now();
      const entry = known.get(id) ?? unknown.get(id);
      if (!entry || !isFresh(entry.readAt, askedAt)) return findStored(id, askedAt);
      if (askedAt - entry.readAt >= REFRESH_AGE_MS) {
        // A request that needs the answer reports the failure.
        read(id).catch((error) => ctx.log.debug({ err: error }, 'auth.refresh_failed'));
      }
      return entry.key;
    },
  };
}

/** After the clock was set back, every entry is stale. */
function isFresh(readAt: number, at: number): boolean {
  return at - readAt < MAX_AGE_MS && at >= readAt - MAX_AGE_MS;
}
