import { LRUCache } from 'lru-cache';
import { DAY, SECOND } from '../../../src/lib/clock.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Person } from '../records.ts';
import type { CloudStore } from '../store.ts';
import { TokenBucket } from '../token-bucket.ts';

const PAIR_BURST = 45;
const PAIR_INTERVAL_MS = 6 * SECOND;
const MAX_CACHED_PAIRS = 200_000;

export interface Pair {
  /** The first message in either direction. */
  firstAt: number;
  lastInboundAt: number | null;
  bucket: TokenBucket;
  person: Person | null;
}

/** Caches recent pairs. An evicted pair gets a full rate limit. */
export class Pairs {
  readonly #store: CloudStore;
  readonly #known = new LRUCache<string, Pair>({ max: MAX_CACHED_PAIRS });

  constructor(store: CloudStore) {
    this.#store = store;
  }

  get(phoneNumberId: string, peer: string, now: number, findPerson: () => Person | null): Pair {
    const key = `${phoneNumberId} ${peer}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { first, last_in } = this.#store.pairTimes(phoneNumberId, peer);
    const pair: Pair = {
      firstAt: first ?? now,
      lastInboundAt: last_in,
      bucket: new TokenBucket(PAIR_BURST, PAIR_INTERVAL_MS),
      person: findPerson(),
    };
    this.#known.set(key, pair);
    return pair;
  }

  clear(): void {
    this.#known.clear();
  }
}

/** Free text needs a message of the person within 24 hours. */
export function isWindowOpen(pair: Pair, now: number, strangers: Behaviour['strangers']): boolean {
  const since = pair.lastInboundAt ?? (strangers === 'open' ? pair.firstAt : null);
  return since !== null && now - since < DAY;
}

/** Seconds until the pair limit allows the next message. */
export const pairWaitSeconds = (pair: Pair, now: number) => Math.ceil(pair.bucket.waitMs(now) / SECOND);
